#pragma once

#include "agent/mcp/server_entry.hpp"
#include "agent/redaction/redaction.hpp"
#include "agent/trust/trust.hpp"
#include "runner/options/options.hpp"
#include "runner/servers/fields.hpp"
#include "runner/servers/given_server.hpp"
#include "runner/servers/server_paths.hpp"
#include "toolkit/system/error.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace runner::servers {

using namespace agent;

// ./.mcp.json: the servers of a workspace, which anybody may have written.
extern const char* const workspace_file; // ".mcp.json"

// Reads the file once, so that all checks use the same content, and does not follow a link out of
// the directory. Returns nullopt if the file does not exist. Throws BAD_REQUEST naming the error.
std::optional<GivenServers> read_workspace_servers();

// Returns the current directory, absolute and without links: the directory of a consent.
std::string real_workspace();

// A configured server and its state.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ConfiguredServer {
    enum class State {
        ready,
        disabled,
        untrusted, // in ./.mcp.json, without trust
        unanswered, // its entry names the workspace, and the operator has not decided on the access
        replaced, // a server of the same name in a file with precedence is used instead
        faulty,
    };
    GivenServer given;
    State state;
    std::string sandbox; // text_of() the sandbox; empty over HTTP
    std::optional<agent::mcp::ServerEntry> entry = {}; // to start a ready server
    std::optional<ToolError> problem = {}; // why a server is faulty or unanswered
    std::vector<PathFinding> findings = {}; // what it can't do with the paths that its entry names
    std::vector<std::string> asked_about = {}; // paths_in_question() of an unanswered server
};

struct ConfiguredServers {
    std::vector<ConfiguredServer> servers;
    std::vector<std::string> notes; // lines for the operator
};

// Returns the servers in the files that the options name, in the operator's config.json, and in
// ./.mcp.json. The first of several servers of a name is used. `launcher` returns the launcher of
// the manifest; it is only called if there are servers. The server called `downloading` gets
// sandbox_to_download(). Throws BAD_REQUEST if a file of the operator can't be read or is
// malformed, or the config of the workspace does more than narrow. A malformed ./.mcp.json is only
// a note.
ConfiguredServers find_servers(const options::Options& options,
    const std::function<std::vector<std::string>()>& launcher, const std::string& downloading = {});

// Returns a server over HTTP that the operator names only by its URL. Throws BAD_REQUEST if the URL
// is not valid, and the errors of client_metadata_url_in().
ConfiguredServers server_at(const std::string& url, const options::Options& options);

// Returns the surroundings of this process, with its current directory as the workspace. No server
// gets the variables of the model's key: the usual ones and `key_variables`.
ServerFileContext surroundings_of_agentcli(const std::vector<std::string>& key_variables = {});

// Returns the given secrets and those of the entries of these servers.
redaction::Secrets with_secrets_of(const ConfiguredServers& configured, redaction::Secrets secrets);

// The servers that a run may start, in the order of find_servers().
struct RunServers {
    std::vector<agent::mcp::ServerEntry> entries = {};
    redaction::Secrets secrets; // secrets of the run and of these entries
    std::vector<std::string> notes = {}; // lines for the operator
    // Ends the run: the problem of a file, or of the first required server that has one.
    std::optional<ToolError> problem = {};
};
RunServers servers_of_run(const options::Options& options, const redaction::Secrets& secrets);

}
