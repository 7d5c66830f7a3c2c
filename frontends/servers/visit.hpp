#pragma once

#include "agent/mcp/secret_arguments.hpp"
#include "agent/mcp/server.hpp"
#include "agent/mcp/server_calls.hpp"
#include "agent/mcp/sign_in_prompter.hpp"
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

// Returns true if commands for all servers include this one: it is ready, faulty or unanswered.
bool is_in_use(const ConfiguredServer& server);

// Returns the configured server of this name. Throws NOT_FOUND naming the configured servers.
const ConfiguredServer& server_named(const ConfiguredServers& configured, const std::string& name);

// Returns the entry of a configured server. Throws NOT_FOUND like server_named(), or the reason why
// the server cannot be started.
const agent::mcp::ServerEntry& entry_named(
    const ConfiguredServers& configured, const std::string& name);

// A server that a command of the operator starts, uses, and ends.
class Visit {
public:
    // The prompters for questions of the server and for sign-ins during a call. Null: the operator
    // is not asked.
    struct Prompters {
        std::shared_ptr<agent::mcp::QuestionPrompter> questions = {};
        std::shared_ptr<agent::mcp::SignInPrompter> sign_ins = {};
    };

    // Starts the server and waits for the list of its tools. Throws IO_ERROR with the end of its
    // stderr, and INTERNAL "interrupted".
    Visit(const agent::mcp::ServerEntry& entry, Prompters prompters,
        const redaction::Redaction& redaction, system::Cancel& cancel);
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

    // Ends the server, and waits for its end.
    ~Visit();

    // Sends a request, and returns its result, which is untrusted. `name` names the request in
    // messages. Throws the error of a request that fails.
    Json request(const std::string& method, const Json& params, const std::string& name,
        agent::mcp::HttpFields fields = {});

    // Called after the list of tools has changed, before a waiting call is sent. May throw.
    std::function<void()> on_new_list = {};

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
    std::vector<agent::mcp::ServerEvent> ends; // not processed yet
    std::size_t dropped = 0; // number of lines that are not messages
};

}
