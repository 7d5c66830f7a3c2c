#pragma once

#include "frontends/mcp/client_requests.hpp"
#include "frontends/mcp/context_requests.hpp"
#include "frontends/mcp/subscriptions.hpp"
#include "frontends/mcp/toolbelt_calls.hpp"
#include "toolkit/mcp/envelope.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// The reason for the end of a server, for the audit trail, and its exit status.
struct ServerEnd {
    std::string reason;
    int status;
    std::optional<ToolError> error = {};
};

// The tools that a toolbelt offers.
struct Offer {
    // If two tools have the same name, the first one is used.
    std::vector<calls::ToolSource*> sources;
    Json list; // as in tools/list
    std::string instructions;
};

// An MCP server for tools, independent of the transport: a front end reads messages and writes the
// replies. No function blocks.
class Toolbelt {
public:
    struct Limits {
        std::size_t request_bytes; // maximum size of a message
        std::int64_t calls; // maximum number of calls in total; 0: no limit
        bool keeps_to_roots = false; // restrict calls to the roots of clients
    };

    // Services for calls, the clients of calls, and requests to clients.
    struct Dependencies {
        const calls::CallDependencies& supervision;
        CallClients& clients;
        ClientRequests& requests;
    };
    using Deliver = ToolbeltCalls::Deliver;

    Toolbelt(Offer offer, const Dependencies& by, AnswerForm given, Limits limits);
    Toolbelt(const Toolbelt&) = delete;
    Toolbelt& operator=(const Toolbelt&) = delete;

    // Sets the front end that receives each reply.
    void deliver_to(Deliver front);

    // Offers these tools from now on, and notifies the clients that listen for changes. Throws only
    // errors that end the server.
    void offer(Offer next);

    // Passes the notifications for all sessions of the legacy eras to `front`.
    void announce_to(std::function<void(const std::string& line)> front)
    {
        subscriptions.announce_to(std::move(front));
    }

    // Adds a provider of prompts and resources: see ContextRequests::add().
    void add(ContextProvider& provider);

    // Begins a call of the tool with this name, and passes its answer to ClientCall::finished.
    // Returns false if the tool is not offered. Throws like ToolbeltCalls::begin().
    bool call(ClientCall client, const std::string& tool, const Json& arguments);

    // Returns true if the tool with this name is offered and does not change files.
    bool has_reading_tool(const std::string& name) const;
    bool offers(const std::string& tool) const { return find_tool(tool).tool != nullptr; }

    // Watch and step the providers.
    void watch_context(system::Watch& watch) const { context.watch(watch); }
    void step_context() { context.step(); }

    // An additional check of a request by its front end, with the list of tools. Throws
    // toolkit::mcp::Malformed.
    using Check = std::function<void(const Json& params, const Json& tools)>;

    // Handles a request with the text `text`. It is answered exactly once, unless it is cancelled.
    // `initialize` sets the client's name in `sender`. Throws only errors that end the server.
    void take(const toolkit::mcp::Envelope& envelope, const std::string& text, Sender& sender,
        const Check& check = {});

    // Handles any other message of a client of the legacy eras: known notifications, and responses.
    // Ignores everything else.
    void hear(
        const toolkit::mcp::Envelope& envelope, const std::string& text, const Sender& sender);

    // Reports that nothing written to this address is read any more: requests that were sent there
    // will not be answered.
    void lost(std::uint64_t address) { requests.lost(address); }

    // End requests without an answer: the one with this id, those of this address, and all of this
    // scope.
    void cancel(std::uint64_t scope, std::string_view id);
    void cancel_at(std::uint64_t address);
    void cancel_all_of(std::uint64_t scope);

    // Returns true if no request is waiting for its answer.
    bool is_idle() const { return under_way.empty() && context.empty(); }

    ToolbeltCalls& calls() { return under_way; }
    const Limits& limits() const { return most; }

private:
    void take_params(
        const toolkit::mcp::Envelope& envelope, Json& params, std::size_t bytes, Sender& sender);
    void begin_call(ClientCall made, Json& params);

    struct FoundTool {
        calls::ToolSource* source = nullptr;
        const calls::OfferedTool* tool = nullptr; // null if it is not offered
    };
    FoundTool find_tool(const std::string& name) const;
    bool is_known(const Sender& sender, std::string_view id) const;
    bool take_context(
        std::string_view method, const Json& params, const ClientCall& client, bool hears_changes);
    toolkit::mcp::ServerInfo introduction_for(bool is_modern, bool hears_changes) const;

    void set_log_level(
        const toolkit::mcp::Envelope& envelope, const Json& params, const Sender& sender);

    ClientRequests& requests;
    Offer offered;
    AnswerForm form;
    Limits most;
    Deliver deliver;
    ToolbeltCalls under_way;
    ContextRequests context;
    Subscriptions subscriptions;
};

}
