#pragma once

#include "agent/audit/audit.hpp"
#include "agent/mcp/server.hpp"
#include "agent/mcp/server_calls.hpp"
#include "agent/mcp/server_lists.hpp"
#include "agent/mcp/server_tools.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// Fetches the prompts, resources and resource templates of servers, and requests completions and
// subscriptions, for a person (the chat) or for clients (the gateway). The model has its own tools
// for resources. The resources of a server are hidden if its entry has "resources": false, or if it
// had none when it was pinned. Content from servers is returned unchanged: unredacted and
// untrusted. No function blocks.
class ServerFeatures {
public:
    // Refers to one server. The referenced objects must outlive the ServerFeatures.
    struct Peer {
        Server& server;
        ServerCalls& calls;
        const ServerTools& tools;

        // Returns the kinds of secrets in params that must not go to the server.
        std::function<std::vector<std::string>(const Json& params)> secrets;

        // Returns false while the server is not started because it failed in an earlier run.
        std::function<bool()> may_start;
    };

    // `audit` must outlive this object. `note` receives messages for the operator.
    ServerFeatures(audit::Audit& audit, std::function<void(std::string_view text)> note)
        : audit(audit)
        , note(std::move(note))
    {
    }
    ServerFeatures(const ServerFeatures&) = delete;
    ServerFeatures& operator=(const ServerFeatures&) = delete;
    void add(Peer peer);

    // Returns the names of the servers in the order of the configuration.
    std::vector<std::string> names() const;

    // Returns nullptr if no server has this name.
    const Server* find_server(const std::string& name) const;

    // True if a server has resources, or may have some once it has started.
    bool may_have_resources() const;

    // Fetches a list of one server, or of all, unless it is current. Starts the servers that may
    // have one. The list of a server that cannot be started is empty. Throws NOT_FOUND if no server
    // has this name.
    void want(const std::string& server, ServerList which);
    void want(ServerList which);

    // True from want() until the lists were received or their servers failed.
    bool is_pending(const std::string& server, ServerList which) const;
    bool is_pending(ServerList which) const;

    struct Listed {
        const std::string& server;
        const Json& entries; // an array
    };

    // Returns the lists received so far, by server in the order of the configuration.
    std::vector<Listed> lists(ServerList which) const;

    // Returns a number that changes when one of these lists changes or a server announces a change.
    std::uint64_t version(ServerList which) const;

    using Number = calls::CallId;

    // Sends a request about a prompt or a resource (prompts/get, resources/read,
    // completion/complete), and returns its number. Starts the server if necessary. Throws
    // NOT_FOUND if no server has this name, UNSUPPORTED if it has no resources and the request is
    // about one, PERMISSION_DENIED if params have a secret that must not go to it, and TOO_LARGE if
    // 64 requests to this server are under way. Each request has a line in the audit, with `via`,
    // or with the operator as the caller if that is null. Questions of the server are declined
    // during a completion.
    Number begin(const std::string& server, const std::string& method, Json params, Json via = {});

    // Returns the outcome of a request, once; nullopt until it is known. It is the result or an
    // error, which is NOT_FOUND or BAD_REQUEST if the server reports -32002 or -32602.
    std::optional<ServerOutcome> take(Number number);

    // Ends a request whose result is no longer needed.
    void give_up(Number number);

    // Subscribes to updates of a resource, or ends one such subscription; several may be for one
    // resource. They outlive the connection to the server. Throws like begin(), and UNSUPPORTED if
    // the server is known not to offer subscriptions. Each subscription has a line in the audit.
    void subscribe(const std::string& server, const std::string& uri, Json via = {});
    void unsubscribe(const std::string& server, const std::string& uri);

    // Returns the subscribed resources that were updated since the previous call: server and URI.
    using Updated = std::set<std::pair<std::string, std::string>>;
    bool has_updated() const { return !updated.empty(); }
    Updated take_updated() { return std::exchange(updated, {}); }

    // Takes the outcome of a request from ServerCalls, if it is one of this object.
    void take_ended(Number number, ServerOutcome& outcome);

    void watch(system::Watch& watch) const;
    void step();

    // Writes the audit lines of the requests that are under way. Nothing may be begun afterwards.
    void end();

private:
    struct Known {
        Known(Peer peer, ServerLists::Failed failed);

        Peer its;
        ServerLists lists;
        std::map<std::string, std::size_t> subscriptions = {}; // number of subscriptions by URI
        bool are_subscriptions_new = false; // changed since step() sent them
        bool has_connection = false; // state at the last step()
    };

    struct Request {
        const Known* peer;
        std::string method;
        bool is_about_resource = false; // false: about a prompt
        std::string about = {}; // the name or the URI
        std::string hash = {}; // SHA-256 of the method and the params
        Json via = {};
        text::Time begun = {};
        bool is_given_up = false;
        std::optional<ServerOutcome> outcome = {};
    };

    static bool may_have(const Known& known, ServerList which);
    static void subscribe_all(const Known& known);
    static void want_of(Known& known, ServerList which);
    Known* find_if_any(const std::string& server) const;
    Known& find(const std::string& server) const;
    void write(const Request& request, const ServerOutcome& outcome);
    void step(Known& known);

    audit::Audit& audit;
    std::function<void(std::string_view text)> note;
    std::vector<std::unique_ptr<Known>> peers;
    std::map<Number, Request> requests; // requests that were not taken
    // Larger than the id of any call of a model.
    static constexpr Number first_number = Number(1) << 62;
    Number next_number = first_number;
    Updated updated;
};

}
