#include "toolkit/workspace/later_files.hpp"

#include "toolkit/workspace/path.hpp"

#include <algorithm>

namespace toolkit::workspace {

void LaterFiles::add(const std::string& path, EntryKind kind)
{
    if (find_later(path, kind) != nullptr)
        take(path);
}

void LaterFiles::add_file(
    const Workspace& workspace, const std::string& given, const std::string& resolved)
{
    add(resolved, EntryKind::other);
    const text::Names names = text::split_path(workspace.relative(given));
    // What ".." takes away may be a name of the table, or a link.
    const bool steps_up = std::find(names.begin(), names.end(), "..") != names.end();
    add(steps_up ? workspace.resolve_entry(given) : text::join_path(names), EntryKind::other);
}

}
