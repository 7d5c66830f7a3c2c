#include "permissions.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"
#include "tools/exec/git/way.hpp"

#include <cstdlib>
#include <memory>

namespace exec::sandbox {

std::string real_path(const std::string& path)
{
    const std::unique_ptr<char, void (*)(void*)> resolved(
        realpath(path.c_str(), nullptr), std::free);
    return resolved ? resolved.get() : "";
}

std::string path_of_flag(
    const std::string& what, const std::string& path, const Workspace& workspace)
{
    std::string resolved = real_path(path);
    if (resolved.empty())
        return {};
    // Looked up afterwards: if a link was made or removed in between, the two results differ.
    git::Budget budget;
    const git::Way way = git::find_way(workspace, budget, git::Cost::names,
        path.starts_with('/') ? path : real_path(".") + "/" + path);
    const auto inside = text::strip_root(resolved, workspace.root_path());
    const bool is_same = !inside || way.target == (inside->empty() ? "." : inside->substr(1));
    if (!way.links.empty() || !is_same)
        throw ToolError(Code::bad_request,
            what + " leads through a symbolic link in the workspace, which a command can make",
            "give the path that it leads to");
    return resolved;
}

}
