#pragma once

#include "toolkit/text/unified_diff.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace fs_rm {

using namespace toolkit;

enum class Directories { only_empty, whole };
enum class Missing { refused, accepted };

struct RemoveOptions {
    Directories directories = Directories::only_empty;
    Missing missing = Missing::refused;
    std::int64_t max_entries;
    std::optional<std::string> expected_sha256 = {}; // required hash of the removed file
    bool is_dry_run = false; // remove nothing, and return the diff
};

struct Removed {
    std::int64_t entries; // 0 if the entry is missing and that is accepted
    std::optional<text::Diff> diff = {}; // for a dry run
    bool can_be_undone = false; // set by a dry run
};

// Removes a file, a link (not its target), or a directory, and returns the number of removed
// entries. Everything that can be refused is refused before anything is removed: the root and
// anything that is or contains something protected (PROTECTED), a mount or a directory that cannot
// be emptied (PERMISSION_DENIED), a directory that is not empty (NOT_EMPTY), more than max_entries
// (TOO_LARGE), and, with an expected hash, anything but a file with this hash (CONFLICT). Waits for
// writers in the same directory. A directory is removed in one step: see remove_tree().
Removed remove_entry(
    const Workspace& workspace, const std::string& path, const RemoveOptions& options);

}
