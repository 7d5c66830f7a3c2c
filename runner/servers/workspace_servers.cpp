#include "runner/servers/workspace_servers.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <system_error>

namespace runner::servers {

const char* const workspace_file = ".mcp.json";

std::optional<GivenServers> read_workspace_servers()
{
    struct stat status { };
    if (lstat(workspace_file, &status) != 0)
        return {};
    const File file = Workspace(workspace::WorkspaceOptions()).open_to_read(workspace_file);
    return servers_in(system::read_whole(file, workspace_file, max_servers),
        std::string("./") + workspace_file, Whose::anybodys);
}

std::string real_workspace()
{
    std::error_code error;
    const std::filesystem::path current = std::filesystem::current_path(error);
    const std::filesystem::path real = std::filesystem::canonical(current, error);
    return error ? current.string() : real.string();
}

trust::Trusted trusted_server(const GivenServer& server, const std::string& workspace)
{
    return {"server", workspace, std::string(workspace_file) + "#" + server.name, server.hash};
}

}
