#include "ends.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>

#include <utility>

namespace fs_move {

using namespace toolkit;

End::End(const Workspace& workspace, std::string path)
    : path(std::move(path))
    , entry(workspace.resolve_entry_to_change(this->path))
    , last_name(text::name_of(entry))
{
    if (entry == ".")
        throw ToolError(Code::protected_path,
            text::in_quotes(this->path)
                + " is the root of the workspace, which is neither moved nor replaced",
            "name what is in it");
    try {
        parent = workspace.open_resolved(text::parent_of(entry), O_RDONLY | O_DIRECTORY);
    } catch (const ToolError& error) {
        if (error.code != Code::not_found)
            throw;
        throw workspace::with_nearest_path(workspace, text::parent_of(entry),
            {Code::not_found,
                "the directory " + text::in_quotes(text::parent_of(entry)) + " of "
                    + text::in_quotes(this->path) + " does not exist",
                "make it first"});
    }
}

void End::look()
{
    const File opened = workspace::look_at(place(), path);
    found = static_cast<bool>(opened);
    if (found)
        seen = system::status_of(opened, path);
}

bool is_same_file(const struct stat& left, const struct stat& right)
{
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}

}
