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

// Reads the file once, so that all bytes are of one moment, and does not follow a link out of the
// directory. Returns nullopt if there is no such file. Throws BAD_REQUEST naming what is wrong.
std::optional<GivenServers> read_workspace_servers();

// The directory that a consent is for: the current one, absolute, without links.
std::string real_workspace();

// A server that is configured, and what becomes of it.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ConfiguredServer {
    enum class State {
        ready,
        disabled,
        untrusted, // in ./.mcp.json, and nobody has said yes
        unanswered, // nobody has said whether it may see the workspace, which its entry names
        replaced, // by one of this name that counts more
        faulty,
    };
    GivenServer given;
    State state;
    std::string sandbox; // in words; empty over HTTP
    std::optional<agent::mcp::ServerEntry> entry = {}; // as it is started, if it is ready
    std::optional<ToolError> problem = {}; // of a faulty or an unanswered one
    std::vector<PathFinding> findings = {}; // what it can't do with the paths that its entry names
    std::vector<std::string> asked_about = {}; // paths_in_question() of an unanswered one
};

struct ConfiguredServers {
    std::vector<ConfiguredServer> servers;
    std::vector<std::string> notes; // lines for the operator
};

// What is configured in the files that the options name, in the operator's config.json, and in
// ./.mcp.json; an earlier one of a name counts. `launcher` is that of the manifest, which is asked
// for if there are servers. Throws
// BAD_REQUEST if a file of the operator can't be read or is malformed, or the config of the
// workspace does more than narrow; of ./.mcp.json that is a note.
//
// The server called `downloading` gets the sandbox for that (sandbox_to_download()).
ConfiguredServers find_servers(const options::Options& options,
    const std::function<std::vector<std::string>()>& launcher, const std::string& downloading = {});

// A server over HTTP that is named by its URL alone, which is the operator's word. Throws
// BAD_REQUEST saying what is wrong with it.
ConfiguredServers server_at(const std::string& url);

// Those of this process, with its current directory as the workspace. No server gets the variables
// of the model's key: the usual ones and `key_variables`.
Surroundings surroundings_of_agentcli(const std::vector<std::string>& key_variables = {});

// The secrets of a process that uses these servers: those given, and those of their entries.
redaction::Secrets with_secrets_of(const ConfiguredServers& configured, redaction::Secrets secrets);

// Those that a run may start, in the same order.
struct RunServers {
    std::vector<agent::mcp::ServerEntry> entries = {};
    redaction::Secrets secrets; // of the run, and of these entries
    std::vector<std::string> notes = {}; // lines for the operator
    std::optional<ToolError> problem
        = {}; // of the first that is faulty and required, or of a file: ends the run
};
RunServers servers_of_run(const options::Options& options, const redaction::Secrets& secrets);

}
