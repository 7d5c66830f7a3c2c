#pragma once

#include "agent/mcp/secret_arguments.hpp"
#include "agent/mcp/server.hpp"
#include "agent/mcp/server_calls.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/servers/choose_servers.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace frontends::servers {

using namespace agent;
using namespace runner::servers;
using namespace toolkit;

// The configured server of this name. Throws NOT_FOUND, naming those that there are.
const ConfiguredServer& server_named(const ConfiguredServers& configured, const std::string& name);

// The entry of a configured server. Throws NOT_FOUND, naming those that there are, and what keeps
// it from being started: BAD_REQUEST.
const agent::mcp::ServerEntry& entry_named(
    const ConfiguredServers& configured, const std::string& name);

// A server that a command of the operator starts, asks, and ends.
class Visit {
public:
    // Starts it and waits for the list of its tools. Throws IO_ERROR with what it has printed to
    // stderr, and INTERNAL "interrupted".
    Visit(const agent::mcp::ServerEntry& entry,
        std::shared_ptr<agent::mcp::QuestionPrompter> prompter,
        const redaction::Redaction& redaction, system::Cancel& cancel);
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

    // Ends it, and waits for that.
    ~Visit();

    // The result of a request, which is untrusted. `name` is what messages call it. Throws what has
    // become of it otherwise.
    Json request(const std::string& method, const Json& params, const std::string& name,
        agent::mcp::HttpFields fields = {});

    // Hears of another list of tools, before a call is sent that waits for it. May throw.
    std::function<void()> hears_list = {};

    const agent::mcp::Server& server() const { return visited; }
    std::size_t dropped_lines() const { return dropped; }

private:
    void wait(const std::function<bool()>& is_done);
    void take_events();
    void look_at_ends();

    const redaction::Redaction& redaction;
    system::Cancel& cancel;
    agent::mcp::Server visited;
    agent::mcp::SecretArguments secrets;
    agent::mcp::ServerCalls calls;
    std::vector<agent::mcp::ServerEvent> ends; // that were not looked at
    std::size_t dropped = 0; // lines that are no messages
};

}
