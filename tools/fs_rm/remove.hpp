#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <string>

namespace fs_rm {

using namespace toolkit;

enum class Directories { only_empty, whole };
enum class Missing { refused, accepted };

struct RemoveOptions {
    Directories directories = Directories::only_empty;
    Missing missing = Missing::refused;
    std::int64_t max_entries;
};

// Removes a file, a link (not what it points to), or a directory, and answers how many entries are
// gone: 0 where there was nothing and that is accepted. All that can be refused is refused before
// anything is removed: the root and what is or holds something protected (PROTECTED), a mount or a
// directory that can't be emptied (PERMISSION_DENIED), NOT_EMPTY, more than max_entries
// (TOO_LARGE). Writers in the same directory are waited for. A directory goes in one step: see
// remove_tree().
std::int64_t remove_entry(
    const Workspace& workspace, const std::string& path, const RemoveOptions& options);

}
