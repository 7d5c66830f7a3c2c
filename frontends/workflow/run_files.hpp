#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::workflow {

using namespace toolkit;

// The files of a run. `run` is its id, for messages; all throw what system_error() makes of a
// failure.

constexpr std::size_t max_run_json = 1 << 20;
constexpr std::size_t max_journal = std::size_t {1} << 30;
constexpr std::size_t max_output_file = std::size_t {512} << 20;

// The directory of all runs, made with mode 0700 if it is missing.
File make_state_directory(const std::string& path);

// Holds none, with errno, if there is none; a link is none.
File open_run(const File& state, const std::string& id);

// Throws BAD_REQUEST if other users can change it: what it says is believed.
void check_private(const File& file, std::string_view run);

// Nothing if another process holds the lock.
std::optional<File> try_lock_run(const File& directory, std::string_view run);

// Nothing if there is none; throws BAD_REQUEST if it is no file of its own.
std::optional<std::string> read_file(
    const File& directory, const std::string& name, std::size_t max_bytes, std::string_view run);

// In one step that lasts: a reader has the old one or the new one.
void replace_file(
    const File& directory, const std::string& name, std::string_view bytes, std::string_view run);

// Of journal.ndjson, results-*.ndjson and outputs/, in this order.
void remove_journal_and_outputs(const File& directory, const File& outputs, std::string_view run);

}
