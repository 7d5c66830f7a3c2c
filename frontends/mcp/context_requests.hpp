#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/mcp/context_provider.hpp"
#include "frontends/mcp/toolbelt_message.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::mcp {

using namespace agent;

// The requests of clients about prompts and resources. Lists are those of all providers, one after
// another, 100 items a page; a provider that fails has none, unless all fail. Other requests go to
// the provider that owns the prompt or the URI.
class ContextRequests {
public:
    // Settings for the answers to clients.
    struct Form {
        toolkit::mcp::ServerInfo introduction;
        const redaction::Redaction* redaction = nullptr; // null: nothing is redacted
    };

    ContextRequests(Form form, std::function<void(const Reply&)> deliver)
        : form(std::move(form))
        , deliver(std::move(deliver))
    {
    }

    // Adds a provider, which must exist as long as requests are taken. Lists have the items of
    // providers in the order in which these were added.
    void add(ContextProvider& provider) { providers.push_back(&provider); }

    bool has_prompts() const;
    bool has_resources() const;

    // Returns the first provider that owns this URI, or nullptr.
    ContextProvider* owner_of(const std::string& uri) const;

    // Begins a request and returns true; returns false if the method is not about prompts or
    // resources, or if no provider answers it. Throws toolkit::mcp::Malformed.
    bool take(std::string_view method, const Json& params, const ClientCall& client);

    bool empty() const { return pending.empty(); }
    bool is_known(std::uint64_t scope, std::string_view id) const;

    // Ends these requests without an answer.
    void cancel_if(const std::function<bool(const ClientCall&)>& is_meant);

    void watch(system::Watch& watch) const;
    void step();

private:
    struct Pending {
        ClientCall client;
        // Member of a list; empty: the result of one provider is returned unchanged.
        std::string member;
        std::size_t first = 0; // the first item of the page
        std::vector<ContextProvider*> asked = {};
        std::map<std::size_t, Json> results = {}; // by the index of `asked`
        std::optional<toolkit::mcp::Malformed> error = {}; // of the first that has failed
    };

    ContextProvider& provider_of(
        std::string_view method, const Json& params, toolkit::mcp::Era era) const;
    ContextProvider& provider_of_reference(const Json& params, toolkit::mcp::Era era) const;
    void begin(Pending request, std::string_view method, const Json& params);
    void take_outcome(std::uint64_t number, std::size_t index, ContextOutcome outcome);
    void finish(std::uint64_t number);
    Json page_of(const Pending& request) const;
    void answer(const ClientCall& client, Json result);
    void refuse(const ClientCall& client, const toolkit::mcp::Malformed& error);

    Form form;
    std::function<void(const Reply&)> deliver;
    std::vector<ContextProvider*> providers;
    std::map<std::uint64_t, Pending> pending;
    std::uint64_t count = 0;
};

}
