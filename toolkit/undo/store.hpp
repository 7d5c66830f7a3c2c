#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/undo/step.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <string>
#include <vector>

namespace toolkit::undo {

constexpr const char* log_name = "log.ndjson";

// Returns the name of the directory of a step in the store.
std::string directory_of(std::uint64_t number);

// Opens .agentcli/undo without following links. Returns an empty File if it does not exist. Throws
// PERMISSION_DENIED if it belongs to another user, or if others can write it.
File find_store(const Workspace& workspace);

// Like find_store(), but makes the directory if it is missing, with a .gitignore for everything in
// it.
File make_store(const Workspace& workspace);

// A step and the SHA-256 of its line, including the newline.
struct LoggedStep {
    Step step;
    std::string sha256;
};

// Returns all steps, the oldest first. Ignores text after the last newline, whose process was
// killed while it wrote. Throws CONFLICT if the log was not written by these tools.
std::vector<LoggedStep> read_steps(const File& store);

// The heads of the first and the last step, and the size of the log.
struct Ends {
    Head first;
    Head last;
    std::int64_t size; // up to the last newline
};
// Reads only the beginning and the end of the log. Returns nullopt if there are no steps.
std::optional<Ends> ends_of_log(const File& store);

// Appends a line, completely or not at all, after the first `size` bytes of the log. The store must
// be locked. Throws system_error().
void append_line(const File& store, std::int64_t size, std::string_view line, bool is_durable);

// Removes the oldest steps, and what they have kept, until the others have kept at most
// `max_bytes`, and their lines are short enough. The store must be locked.
void drop_oldest(const File& store, std::int64_t max_bytes);

// Removes what step `number` has kept. The store must be locked.
void remove_kept(const File& store, std::uint64_t number);

}
