#pragma once

#include "frontends/mcp/context_requests.hpp"
#include "frontends/mcp/toolbelt_message.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/mcp/responses.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::mcp {

// The clients that are notified of changes: in the legacy eras a session, by resources/subscribe;
// in the modern era a request subscriptions/listen, as long as it is open.
class Subscriptions {
public:
    Subscriptions(const ContextRequests& context, std::function<void(const Reply&)> deliver)
        : context(context)
        , deliver(std::move(deliver))
    {
    }

    // Passes the notifications for all sessions of the legacy eras to `front`.
    void announce_to(std::function<void(const std::string& line)> front)
    {
        announce = std::move(front);
    }

    // Begins a subscriptions/listen. Throws toolkit::mcp::Malformed.
    void listen(const Json& params, const ClientCall& client);

    // Answers resources/subscribe and resources/unsubscribe of a client that can be sent
    // notifications outside of its requests. Throws toolkit::mcp::Malformed.
    void subscribe(const Json& params, const ClientCall& client);
    void unsubscribe(const Json& params, const ClientCall& client);

    void tools_changed();
    void report(const ContextChange& change);

    // True if a listen of this scope has this id.
    bool is_known(std::uint64_t scope, std::string_view id) const;

    struct Subscriber {
        std::uint64_t scope = 0;
        std::uint64_t address = 0;
        std::string id = {}; // id of its listen request; empty: a session
        bool hears_tools = false;
        bool hears_prompts = false;
        bool hears_resources = false;
        std::set<std::string> uris = {};
        std::shared_ptr<ClientState> state = {}; // state of its session; null: none
    };

    // Ends these subscriptions. Open requests get no answer.
    void end_if(const std::function<bool(const Subscriber&)>& is_meant);

private:
    void add(Subscriber& subscriber, const std::string& uri, const ClientCall& client);
    void drop(const std::string& uri);
    bool is_subscribed(const std::string& uri) const;
    void tell_listeners(bool Subscriber::*hears, const char* method);

    const ContextRequests& context;
    std::function<void(const Reply&)> deliver;
    std::function<void(const std::string& line)> announce = [](const std::string&) {};
    std::vector<Subscriber> subscribers;
    std::map<std::string, ContextProvider*> owners; // of the URIs of subscribers
};

}
