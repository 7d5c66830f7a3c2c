#pragma once

#include "agent/calls/process.hpp"
#include "agent/oauth/authorization.hpp"
#include "toolkit/json/json.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace agent::oauth {

struct ProtectedServer;

}

namespace agent::mcp {

using namespace toolkit;

// How a server of somebody else is reached and what the operator allows it: an entry of
// `mcpServers`, checked, with its variables expanded.
struct ServerEntry {
    std::string name;
    std::string hash; // SHA-256 of the canonical entry, 64 hexadecimal digits

    // Over stdio: a program and its arguments. Empty: over HTTP.
    std::vector<std::string> command = {};
    std::map<std::string, std::string> environment = {}; // the whole of it
    std::string directory = {}; // to run in, absolute
    std::vector<std::string> launcher = {}; // goes before the command; empty: no sandbox
    std::string sandbox = {}; // the operator's words for it, for messages
    std::string cache = {}; // its writable directory that is kept after it; may be missing
    bool has_network = true; // unless its sandbox has none
    bool may_write_workspace = true; // unless its sandbox forbids it, or it is used over HTTP

    // Over HTTP.
    std::string url = {};
    std::map<std::string, std::string> headers = {};
    std::string ca_file = {}; // authorities in place of the system's; empty for those
    oauth::Settings oauth = {};
    std::string source = {}; // identifies the file or workspace that has the entry
    std::string login = {}; // argument of `agentcli mcp login`: its name or URL

    std::vector<std::string> tools = {}; // globs of those offered; empty: all
    std::vector<std::string> without = {}; // globs of those not offered
    std::vector<std::string> read_only = {}; // globs: the operator's word that these change nothing
    bool is_parallel = false; // calls of one sender need not run one after another
    bool needs_approval = false; // of each call
    std::vector<std::string> asked_tools = {}; // globs: each call of these needs approval
    std::vector<std::string> allowed_tools = {}; // globs: the operator's word that these may run
    bool sends_secrets = false;
    bool shows_instructions = false; // to the model
    bool offers_resources = true;
    bool is_required = false; // a failure to start it ends the run

    // Determines whether tool definitions are in each request, or are found by a search.
    enum class Load { automatic, always, search };
    Load load = Load::automatic; // automatic: searched if there are many in all
    std::optional<std::vector<std::string>> roots = {}; // absent: the workspace, over stdio
    std::chrono::milliseconds timeout {60'000}; // of a call, from its last progress
    std::chrono::milliseconds start_timeout {30'000};
};

// Returns how to start the server of an entry: its launcher, if it has one, followed by its
// command, in its directory and with only its environment. A program name without a '/' is looked
// up in the absolute directories of that environment's PATH (by default /usr/local/bin:/usr/bin:
// /bin). Throws NOT_FOUND naming it, and UNSUPPORTED if the server is not used over stdio.
calls::Launch launch_of(const ServerEntry& entry);

// True if a sign-in may provide a token for the server: it is used over HTTP, and its entry has
// neither `"oauth": false` nor the header Authorization.
bool may_sign_in(const ServerEntry& entry);

// Returns what a sign-in needs of the entry.
oauth::ProtectedServer protected_server_of(const ServerEntry& entry);

// Returns the roots to send to a server: those of its entry; if it has no list, the workspace over
// stdio and none over HTTP. Returns null for an empty list.
Json roots_of(const ServerEntry& entry, const std::string& workspace);

}
