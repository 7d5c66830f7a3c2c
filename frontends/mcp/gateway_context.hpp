#pragma once

#include "agent/mcp/server_features.hpp"
#include "agent/redaction/redaction.hpp"
#include "frontends/mcp/context_provider.hpp"
#include "frontends/mcp/toolbelt.hpp"
#include "toolkit/system/cancel.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// The prompts and resources of other servers: prompts as SERVER__PROMPT by the rules for names of
// tools (names_for_model()), resources and templates by uri_at_gateway(). A request for a list
// starts the servers that may have one, and waits for them for 10 s; what comes later is reported
// as a change.
class GatewayContext : public ContextProvider {
public:
    // The operator's settings for tool calls. Requests for prompts and resources support neither
    // approval nor hooks nor roots, and are refused if a setting requires one of these.
    struct Policy {
        bool asks_about_all = false; // --approve always
        bool keeps_to_roots = false; // of clients that have some
        bool hooks_resources = false; // a before-call hook is about mcp_read_resource
        bool hooks_prompts = false; // one is about prompts/get
    };

    // `features`, `toolbelt` and `redaction`, which is for errors, must outlive this object.
    // Requests that are passed on count as calls of the toolbelt.
    GatewayContext(agent::mcp::ServerFeatures& features, Toolbelt& toolbelt,
        const redaction::Redaction& redaction, const Policy& policy)
        : features(features)
        , toolbelt(toolbelt)
        , redaction(redaction)
        , policy(policy)
    {
    }

    bool has_prompts() const override { return true; }
    bool has_resources() const override { return features.may_have_resources(); }
    bool owns_prompt(const std::string& name) override { return !servers_of(name).empty(); }
    bool owns_uri(const std::string& uri) override;
    void begin(ContextRequest request, ContextDone done) override;
    void cancel(std::uint64_t number) override;
    void subscribe(const std::string& uri, const ClientCall& client) override;
    void unsubscribe(const std::string& uri) override;
    std::size_t max_subscriptions() const override { return 256; }
    void watch(system::Watch& watch) const override;
    void step() override;

private:
    using Clock = system::Watch::Clock;
    using ServerList = agent::mcp::ServerList;

    // A request of a client that has not been answered yet.
    struct Waiting {
        ContextRequest asked;
        ContextDone done;
        std::optional<ServerList> list = {}; // the list that it waits for
        Clock::time_point deadline = {}; // of this wait
        std::optional<agent::mcp::ServerFeatures::Number> number = {}; // of the request to `server`
        std::string server = {};
        std::string about = {}; // the prompt or URI; from send() on, without the server's prefix
    };

    std::vector<std::string> servers_of(const std::string& prompt) const;
    Json listed(ServerList which) const;
    bool is_pending(const Waiting& one) const;
    std::optional<ContextOutcome> step(Waiting& one);
    std::optional<ContextOutcome> take_outcome(Waiting& one);
    void find_prompt(Waiting& one);
    void refuse_unless_allowed(
        const std::string& server, bool is_about_prompt, const ClientCall& client) const;
    void send(Waiting& one);
    toolkit::mcp::Malformed refusal_of(const ToolError& error, const Waiting& one) const;
    void report_changes();

    agent::mcp::ServerFeatures& features;
    Toolbelt& toolbelt;
    const redaction::Redaction& redaction;
    Policy policy;
    std::map<std::uint64_t, Waiting> waiting; // by the number of the client's request

    // One more than the version of each list that was reported to clients last; 0 if they have not
    // requested it.
    std::array<std::uint64_t, agent::mcp::all_server_lists.size()> told {};
    Clock::time_point next_updates = {}; // of resources are not reported earlier
};

}
