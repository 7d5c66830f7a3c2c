#include "frontends/acp/workspace.hpp"

#include "agent/calls/wide_workspace.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <filesystem>
#include <system_error>

namespace frontends::acp {

using namespace agent;
using namespace toolkit;

namespace fs = std::filesystem;

std::string real_path(const std::string& path)
{
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    return error ? std::string() : real.string();
}

std::string workspace_of(const std::string& cwd)
{
    std::string workspace = real_path(cwd);
    std::error_code error;
    if (workspace.empty() || !fs::is_directory(workspace, error) || !text::is_utf8(workspace))
        throw ToolError(Code::bad_request, "'cwd' " + text::in_quotes(cwd) + " is not a directory");
    if (calls::is_wide(workspace))
        throw ToolError(Code::bad_request,
            text::in_quotes(cwd) + " would be the workspace, and it is more than a project",
            "open a directory in the editor");
    return workspace;
}

}
