#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/undo/step.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <string>
#include <vector>

namespace toolkit::undo {

constexpr const char* log_name = "log.ndjson";

// The directory of step N in the store.
std::string directory_of(std::uint64_t number);

// .agentcli/undo, reached by no link; holds none if it is not there. Throws PERMISSION_DENIED if it
// belongs to another user, or others can write it.
File find_store(const Workspace& workspace);

// The same, made if it is missing, with a .gitignore of all that is in it.
File make_store(const Workspace& workspace);

// A step and the SHA-256 of its line, newline included.
struct LoggedStep {
    Step step;
    std::string sha256;
};

// All steps, the oldest first. What follows the last newline was being written when its process was
// killed. Throws CONFLICT if the log is none of ours.
std::vector<LoggedStep> read_steps(const File& store);

// The first step and the last, without reading what is between them: none if there are no steps.
struct Ends {
    Head first;
    Head last;
    std::int64_t size; // of the log, up to the last newline
};
std::optional<Ends> ends_of_log(const File& store);

// While the store is locked: adds a line, all of it or nothing, at the end of the `size` bytes that
// count. Throws what system_error() makes of a failure.
void append_line(const File& store, std::int64_t size, std::string_view line, bool is_durable);

// While the store is locked: removes the oldest steps, and what they have kept, until the others
// have kept no more than `max_bytes`, and their lines are short enough.
void drop_oldest(const File& store, std::int64_t max_bytes);

// While the store is locked: removes what step `number` has kept.
void remove_kept(const File& store, std::uint64_t number);

}
