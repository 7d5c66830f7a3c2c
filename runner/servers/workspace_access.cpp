#include "runner/servers/workspace_access.hpp"

#include "runner/servers/choose_servers.hpp"
#include "runner/servers/server_entry_of.hpp"
#include "runner/servers/server_paths.hpp"
#include "runner/terminal/pages.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/name_list.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace runner::servers {

using namespace toolkit;

namespace {

// Returns the path of the file that has the entry. For an entry from an editor, which has no file,
// returns the name of its source.
std::string defining_file(const GivenServer& server, const std::string& workspace)
{
    if (server.whose == ConfigOrigin::anybodys)
        return workspace + "/" + workspace_file;
    std::error_code error;
    const std::filesystem::path path = std::filesystem::weakly_canonical(server.source, error);
    return server.whose == ConfigOrigin::editors || error ? server.source : path.string();
}

}

trust::Trusted trusted_server(const GivenServer& server, const std::string& workspace)
{
    const std::string file = server.whose == ConfigOrigin::anybodys
        ? std::string(workspace_file)
        : defining_file(server, workspace);
    return {"server", workspace, file + "#" + server.written_name, server.hash};
}

std::string cache_of(const GivenServer& server, const std::string& workspace)
{
    constexpr std::size_t digits = 16;
    const std::string caches = system::cache_directory();
    const std::string key = defining_file(server, workspace) + '\0' + server.written_name;
    return caches.empty()
        ? caches
        : caches + "/mcp/" + server.name + "-" + system::sha256(key).substr(0, digits);
}

std::vector<std::string> paths_in_question(const std::vector<NamedPath>& paths,
    const ServerSandbox& sandbox, const agent::mcp::ServerEntry& entry,
    const ServerFileContext& surroundings)
{
    std::vector<std::string> asked;
    if (sandbox.workspace || !sandbox.has_network)
        return asked;
    const ServerView view = view_of(entry, sandbox, surroundings);
    for (const auto& path : paths)
        if (text::strip_root(path.found.real, surroundings.workspace)
            && access_to(view, path.found.real) == PathAccess::hidden
            && !text::contains(asked, path.written))
            asked.push_back(path.written);
    return asked;
}

std::vector<std::string> paths_asked_about(
    const GivenServer& server, const ServerFileContext& surroundings)
try {
    const auto sandbox = sandbox_of(server, surroundings);
    if (transport_of(server) != "stdio" || !sandbox)
        return {};
    const agent::mcp::ServerEntry entry = entry_of(server, surroundings);
    const auto paths = named_paths(words_of(server, entry, surroundings), found_path);
    return paths_in_question(paths, *sandbox, entry, surroundings);
} catch (const ToolError&) {
    return {};
}

std::optional<WorkspaceAccess> ask_workspace_access(const terminal::Terminal& terminal,
    const std::string& server, const std::vector<std::string>& paths, system::Cancel& cancel)
{
    const std::string heading = terminal::own_line(
        "The MCP server " + server + " has the network, and names in this workspace:");
    std::string question = heading + "\n  " + terminal::for_decision(text::name_list(paths))
        + "\nMay it read this workspace, and send it over the network?\n"
          "[r]ead  [w]rite too  [n]either > ";
    for (;;) {
        const auto line = terminal.ask(question, cancel);
        if (!line)
            return {};
        const std::string word = text::in_lower_case(text::stripped(*line));
        if (word == "r" || word == "read")
            return WorkspaceAccess::read;
        if (word == "w" || word == "write")
            return WorkspaceAccess::write;
        if (word == "n" || word == "neither")
            return WorkspaceAccess::hidden;
        question = "[r]ead  [w]rite too  [n]either > ";
    }
}

std::optional<WorkspaceAccess> answer_kept(const GivenServer& server, const std::string& workspace)
{
    const auto found = trust::find_trusted(trusted_server(server, workspace));
    return found ? access_named(found->workspace) : std::nullopt;
}

void keep_answer(const GivenServer& server, const std::string& workspace, WorkspaceAccess access)
{
    trust::Trusted trusted = trusted_server(server, workspace);
    trusted.workspace = name_of(access);
    trust::trust(trusted);
}

bool forget_answer(const GivenServer& server, const std::string& workspace)
{
    const trust::Trusted trusted = trusted_server(server, workspace);
    const auto found = trust::find_trusted(trusted);
    if (!found || found->workspace.empty())
        return false;
    if (server.whose != ConfigOrigin::anybodys)
        return trust::end_trust(trusted);
    trust::trust(trusted); // removes only the answer
    return true;
}

}
