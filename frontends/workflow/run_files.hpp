#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::workflow {

using namespace toolkit;

// Functions for the files of a run. `run` is its id, for messages. All throw as system_error()
// does.

constexpr std::size_t max_run_json = 1 << 20;
constexpr std::size_t max_journal = std::size_t {1} << 30;
constexpr std::size_t max_output_file = std::size_t {512} << 20;

// Opens the directory of all runs, and creates it with mode 0700 if it is missing.
File make_state_directory(const std::string& path);

// Opens the directory of a run. Returns an empty File and sets errno if it does not exist, or is a
// link.
File open_run(const File& state, const std::string& id);

// Throws BAD_REQUEST if other users can change the file, since its content is trusted.
void check_private(const File& file, std::string_view run);

// Returns nullopt if another process holds the lock.
std::optional<File> try_lock_run(const File& directory, std::string_view run);

// Returns nullopt if the file does not exist. Throws BAD_REQUEST if it is not a regular file, or
// other users can change it.
std::optional<std::string> read_file(
    const File& directory, const std::string& name, std::size_t max_bytes, std::string_view run);

// Replaces a file atomically and durably: a reader gets the old content or the new one.
void replace_file(
    const File& directory, const std::string& name, std::string_view bytes, std::string_view run);

// Removes journal.ndjson, results-*.ndjson and the content of outputs/, in this order.
void remove_journal_and_outputs(const File& directory, const File& outputs, std::string_view run);

}
