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

// Describes how to reach an external server and what the operator allows it: a validated entry of
// `mcpServers`, with its variables expanded.
struct ServerEntry {
    std::string name;
    std::string hash; // SHA-256 of the canonical entry, 64 hexadecimal digits

    // Over stdio: a program and its arguments. Empty: over HTTP.
    std::vector<std::string> command = {};
    std::map<std::string, std::string> environment = {}; // complete; nothing is inherited
    std::string directory = {}; // working directory, absolute
    std::vector<std::string> launcher = {}; // precedes the command; empty: no sandbox
    std::string sandbox = {}; // the entry's value for the sandbox, for messages
    std::string cache = {}; // writable directory that is kept after the server ends; may not exist
    bool has_network = true; // false if its sandbox denies network access
    bool may_write_workspace = true; // false if its sandbox denies it, or over HTTP

    // Over HTTP.
    std::string url = {};
    std::map<std::string, std::string> headers = {};
    std::string ca_file = {}; // CA certificates that replace the system's; empty: the system's
    oauth::Settings oauth = {};
    std::string source = {}; // identifies the file or workspace that has the entry
    std::string login = {}; // argument of `agentcli mcp login`: its name or URL

    std::vector<std::string> tools = {}; // globs of tools to offer; empty: all
    std::vector<std::string> without = {}; // globs of tools not to offer
    std::vector<std::string> read_only = {}; // globs of tools that the operator declares read-only
    bool is_parallel = false; // calls of one sender may run concurrently
    bool needs_approval = false; // each call needs approval
    std::vector<std::string> asked_tools = {}; // globs of tools whose calls need approval
    std::vector<std::string> allowed_tools = {}; // globs of tools that run without approval
    bool sends_secrets = false;
    bool shows_instructions = false; // instructions are shown to the model
    bool offers_resources = true;
    bool is_required = false; // a failure to start it ends the run

    // Determines whether tool definitions are in each request, or are found by a search.
    enum class Load { automatic, always, search };
    Load load = Load::automatic; // automatic: searched if there are many in all
    std::optional<std::vector<std::string>> roots = {}; // absent: the workspace, over stdio
    std::chrono::milliseconds timeout {60'000}; // maximum time of a call without progress
    std::chrono::milliseconds start_timeout {30'000};
};

// Returns how to start the server of an entry over stdio: its launcher, if it has one, followed by
// its command, in its directory and with only its environment. A program name without a '/' is
// looked up in the absolute directories of that environment's PATH (default:
// /usr/local/bin:/usr/bin:/bin). Throws NOT_FOUND naming the program, and UNSUPPORTED for a server
// over HTTP.
calls::Launch launch_of(const ServerEntry& entry);

// True if a sign-in may provide a token for the server: it is used over HTTP, and its entry has
// neither `"oauth": false` nor the header Authorization.
bool may_sign_in(const ServerEntry& entry);

// Returns the parts of the entry that a sign-in needs.
oauth::ProtectedServer protected_server_of(const ServerEntry& entry);

// Returns the roots to send to a server: those of its entry, or by default the workspace over stdio
// and none over HTTP. Returns null if there are none.
Json roots_of(const ServerEntry& entry, const std::string& workspace);

}
