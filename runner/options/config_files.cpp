#include "runner/options/config_files.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace runner::options {

using namespace toolkit;

static constexpr std::size_t max_config = 1 << 20;
static const char* const workspace_path = ".agentcli/config.json";

static std::string text_of_config(const File& file, const std::string& path)
{
    try {
        return system::read_whole(file, path, max_config);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request,
            "the config " + text::in_quotes(path) + ": " + error.message, error.hint);
    }
}

static ConfigText user_config()
{
    const std::string path
        = system::config_directory().empty() ? "" : system::config_directory() + "/config.json";
    if (path.empty() || (access(path.c_str(), F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)))
        return {path, {}};
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!file)
        throw ToolError(Code::bad_request,
            system::system_error("cannot read the config " + text::in_quotes(path)).message);
    return {path, text_of_config(file, path)};
}

static ConfigText workspace_config()
{
    struct stat status { };
    if (lstat(workspace_path, &status) != 0)
        return {workspace_path, {}};
    File file;
    try {
        file = Workspace(workspace::WorkspaceOptions()).open_to_read(workspace_path);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, error.message, error.hint);
    }
    return {workspace_path, text_of_config(file, workspace_path)};
}

ConfigFiles read_config_files() { return {user_config(), workspace_config()}; }

}
