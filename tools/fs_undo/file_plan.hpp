#pragma once

#include "net_change.hpp"
#include "report.hpp"

#include <sys/stat.h>

#include <optional>
#include <string>
#include <vector>

namespace fs_undo {

// A file as it was found.
struct FoundFile {
    File file = {}; // closed in a FilePlan, since there may be thousands of them
    std::optional<struct stat> status = {}; // nullopt if there is no file
    std::string sha256 = {}; // empty if there is no file
    std::string obstacle = {}; // why nothing can be done at the path: "is a directory now"
};

// How the changes of one file are undone.
struct FilePlan {
    std::string path;
    Plan plan = Plan::keep;
    std::vector<Plan> plans = {}; // those that can be chosen
    std::string reason = {}; // as in FileReport
    FoundFile now = {};
    File before = {}; // what `restore` puts there; holds nothing if it removes the file
    std::string before_sha256 = {};
    File metadata = {}; // what has the metadata for `restore`, if that is not `before`
    std::string now_metadata = {}; // what the newest step has left; empty: not known
    std::string merged = {};
    std::size_t lines_since = 0;
    std::vector<std::uint64_t> steps = {}; // that have changed it, the newest first

    const File& origin() const { return metadata ? metadata : before; }
};

// Returns what the undo of these changes would do. A file that is as the newest step has left it is
// restored. One that is as it was before the oldest step is done. Otherwise what was changed since
// is merged with the undo (three_way_merge()), step by step; if that is not possible, the file is
// kept, and `reason` says why. Files of more than undo::max_copy_bytes, and steps that have kept no
// copy of what they left, are not merged. Throws CONFLICT if `choice` is not one of `plans`.
FilePlan plan_of_file(const Workspace& workspace, const std::string& path,
    const FileHistory& history, std::optional<Plan> choice);

// Returns the copy that the step has kept of the changed file. Returns nullopt if it is missing,
// too large, or does not have the hash of the change.
std::optional<std::string> copy_of(const Workspace& workspace, const FileChange& change);

// Returns the content of the file, or nullopt if it is larger than undo::max_copy_bytes.
std::optional<std::string> small_text_of(const File& file, const std::string& path);

std::string sha256_of(const File& file, const std::string& path);

}
