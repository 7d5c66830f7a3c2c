#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/serve/sender.hpp"
#include "toolkit/system/file.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace frontends::serve {

using namespace agent;
using namespace toolkit;

// The values of the flags of `agentcli serve` and `agentcli serve token`.
struct ServeOptions {
    std::vector<std::string> listen = {}; // addresses
    std::vector<std::string> peers = {}; // UID=SCOPES
    std::string state = {}; // a directory; empty: the default one
    std::string tokens = {}; // a file
    std::vector<std::string> profiles = {}; // profiles that a run may choose
    std::vector<std::string> workflows = {}; // workflows that a run may name
    std::vector<std::string> workspaces = {}; // NAME=DIR
    std::int64_t max_runs = 0;
    std::int64_t max_queued = 0;
    std::int64_t max_waiting = 0;
    std::int64_t max_connections = 0;
    std::size_t max_request_bytes = 0; // of the body of a request
    std::chrono::milliseconds keep {}; // how long to keep a run that has ended
    std::int64_t keep_bytes = 0;
    std::chrono::milliseconds stall {};
    std::chrono::milliseconds hold {};
    std::chrono::milliseconds drain {};
    std::chrono::milliseconds exit_idle {}; // none: never
    std::string webhook = {}; // URL
    std::string webhook_secret_file = {};
    std::vector<std::chrono::milliseconds> webhook_delays = {}; // between attempts
    std::string otlp_endpoint = {}; // URL
    std::string otlp_headers_file = {};
};

// The sockets of the child of a server to the front and to the sender.
struct ServerSockets {
    File front;
    SenderProcess sender = {};
};

// Starts `agentcli serve`, before anything is read. This process becomes the front, and does not
// return. A child of it returns, with its sockets, to read the flags and become the spawner; it has
// a child that becomes the sender. For any other command, returns closed sockets.
ServerSockets begin_server(const std::vector<std::string>& arguments, char** argv);

// Runs the child: starts the sender or ends it, opens the files of the front, sends them to it, and
// starts workers until the front has exited. `arguments` are those of the command line, which
// workers get as well; the front does not get the secrets. Returns the exit status, which is that
// of the server if the front was not sent anything.
int run_server(const std::vector<std::string>& arguments, const redaction::Secrets& secrets,
    ServerSockets& sockets);

}
