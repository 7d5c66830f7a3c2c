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
    std::optional<std::string> expected_sha256 = {}; // of a file that is removed
    bool is_dry_run = false; // remove nothing, and answer the diff
};

struct Removed {
    std::int64_t entries; // 0 if nothing was there, and that is accepted
    std::optional<text::Diff> diff = {}; // of a dry run
};

// Removes a file, a link (not what it points to), or a directory, and answers how many entries are
// gone. All that can be refused is refused before anything is removed: the root and what is or
// holds something protected (PROTECTED), a mount or a directory that can't be emptied
// (PERMISSION_DENIED), NOT_EMPTY, more than max_entries (TOO_LARGE), and with an expected hash what
// is not a file with this hash (CONFLICT). Writers in the same directory are waited for. A
// directory goes in one step: see remove_tree().
Removed remove_entry(
    const Workspace& workspace, const std::string& path, const RemoveOptions& options);

}
