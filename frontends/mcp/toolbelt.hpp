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

// The reason why a server has ended, for the audit, and its exit status.
struct ServerEnd {
    std::string reason;
    int status;
    std::optional<ToolError> error = {};
};

// What a toolbelt offers.
struct Offer {
    std::vector<calls::ToolSource*> sources; // of two tools with one name, the first counts
    Json list; // in the form of tools/list
    std::string instructions;
};

// The tools of an MCP server, independent of the transport: a front reads messages and writes
// replies. No function blocks.
class Toolbelt {
public:
    struct Limits {
        std::size_t request_bytes; // maximum size of a message
        std::int64_t calls; // maximum number of calls in all; 0: unlimited
        bool keeps_to_roots = false; // calls may only use the roots of their client
    };

    // The objects that calls need; they must outlive the toolbelt.
    struct Dependencies {
        const calls::CallDependencies& supervision;
        CallClients& clients;
        ClientRequests& requests;
    };
    using Deliver = ToolbeltCalls::Deliver;

    Toolbelt(Offer offer, const Dependencies& by, AnswerForm given, Limits limits);
    Toolbelt(const Toolbelt&) = delete;
    Toolbelt& operator=(const Toolbelt&) = delete;

    // Sets the front that receives each reply, immediately or later.
    void deliver_to(Deliver front);

    // Offers these tools from now on, and notifies subscribed clients. Throws only errors that end
    // the server.
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

    // True if the tool with this name is offered and does not change files.
    bool has_reading_tool(const std::string& name) const;
    bool offers(const std::string& tool) const { return find_tool(tool).tool != nullptr; }

    // Watch and step the providers.
    void watch_context(system::Watch& watch) const { context.watch(watch); }
    void step_context() { context.step(); }

    // A further check of a request by the front, given the list of tools. Throws
    // toolkit::mcp::Malformed.
    using Check = std::function<void(const Json& params, const Json& tools)>;

    // Takes a request, whose line is `text`. It is answered once, unless it is cancelled.
    // `initialize` sets the client name of the sender. Throws only errors that end the server.
    void take(const toolkit::mcp::Envelope& envelope, const std::string& text, Sender& sender,
        const Check& check = {});

    // Handles a notification or response of a client of the legacy eras. Ignores unknown ones.
    void hear(
        const toolkit::mcp::Envelope& envelope, const std::string& text, const Sender& sender);

    // Must be called when nothing reads from this address any longer: requests to its client fail.
    void lost(std::uint64_t address) { requests.lost(address); }

    // End the request with this id, the requests of this address, or all of this scope, without an
    // answer.
    void cancel(std::uint64_t scope, std::string_view id);
    void cancel_at(std::uint64_t address);
    void cancel_all_of(std::uint64_t scope);

    // True if no request waits for its answer.
    bool is_idle() const { return under_way.empty() && context.empty(); }

    ToolbeltCalls& calls() { return under_way; }
    const Limits& limits() const { return most; }

private:
    void take_params(
        const toolkit::mcp::Envelope& envelope, Json& params, std::size_t bytes, Sender& sender);
    void begin_call(ClientCall made, Json& params);

    struct FoundTool {
        calls::ToolSource* source = nullptr;
        const calls::OfferedTool* tool = nullptr; // null: there is none
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
