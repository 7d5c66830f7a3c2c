#pragma once

#include "toolkit/undo/step.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <string>

namespace fs_undo {

using namespace toolkit;

// What a step has kept of a path.
struct KeptEntry {
    std::uint64_t step;
    undo::Kept kept;
};

// The directory of the step in the store. Throws CONFLICT if it is gone.
File open_step(const Workspace& workspace, std::uint64_t step, const std::string& path);

// A file, open to read. Throws CONFLICT if it is not as it was when it was kept; `path` is what
// messages name.
File open_kept_file(const Workspace& workspace, const KeptEntry& entry, const std::string& path);

// A directory that may be put at `path`, of the step that `directory` is of. Throws CONFLICT
// likewise, and PROTECTED if anything in it would be protected there.
void check_kept_tree(const Workspace& workspace, const File& directory, const undo::Kept& kept,
    const std::string& path);

// CONFLICT: what was kept of the path is not as it was.
[[noreturn]] void refuse_kept(const std::string& path);

}
