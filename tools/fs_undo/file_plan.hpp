#pragma once

#include "net_change.hpp"
#include "report.hpp"

#include <sys/stat.h>

#include <optional>
#include <string>
#include <vector>

namespace fs_undo {

// The current state of a file.
struct FoundFile {
    File file = {}; // closed in a FilePlan, since there may be thousands of these
    std::optional<struct stat> status = {}; // nullopt if there is no file
    std::string sha256 = {}; // empty if there is no file
    // reason why nothing can be done at the path, such as "is a directory now"
    std::string obstacle = {};
};

// How the changes of one file will be undone.
struct FilePlan {
    std::string path;
    Plan plan = Plan::keep;
    std::vector<Plan> plans = {}; // plans that the request can choose
    std::string reason = {}; // as in FileReport
    FoundFile now = {};
    File before = {}; // content for `restore`; empty if `restore` removes the file
    std::string before_sha256 = {};
    File metadata = {}; // file with the metadata for `restore`, if that is not `before`
    std::string now_metadata = {}; // hash of the metadata after the newest step; empty if unknown
    // The new content if `plan` is `merge`.
    std::string merged = {};
    std::size_t lines_since = 0; // number of lines that were changed since by something else
    std::vector<std::uint64_t> steps = {}; // steps that changed the file, newest first

    // Returns the file with the metadata for `restore`.
    const File& origin() const { return metadata ? metadata : before; }
};

// Returns the plan to undo these changes of a file:
// - restore, if the file is as the newest step left it
// - done, if it is as it was before the oldest step
// - merge, if the changes made since can be combined with the undo, step by step
//   (three_way_merge())
// - keep, if that is not possible; `reason` then has the reason
// Files of more than undo::max_copy_bytes are not merged, and neither are steps that kept no copy
// of their result. A `choice` replaces the plan; throws CONFLICT if it is not one of `plans`,
// unless there is nothing to undo.
FilePlan plan_of_file(const Workspace& workspace, const std::string& path,
    const FileHistory& history, std::optional<Plan> choice);

// Returns the copy that the step kept of its result. Returns nullopt if it is missing, larger than
// undo::max_copy_bytes, or does not match the hash of the change.
std::optional<std::string> copy_of(const Workspace& workspace, const FileChange& change);

// Returns the content of the file, or nullopt if it is larger than undo::max_copy_bytes.
std::optional<std::string> small_text_of(const File& file, const std::string& path);

// Returns the hash of the content of the file.
std::string sha256_of(const File& file, const std::string& path);

}
