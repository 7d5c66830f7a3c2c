#pragma once

#include "frontends/mcp/call_clients.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::mcp {

using namespace toolkit;

// A request about prompts or resources: prompts/list, prompts/get, resources/list,
// resources/templates/list, resources/read or completion/complete.
struct ContextRequest {
    std::uint64_t number = 0; // for ContextProvider::cancel()
    std::string method;
    Json params; // an object; members that decide where the request is routed are checked
    ClientCall client;
};

// The outcome of such a request. A list has all items at once, in the member that the protocol
// names; it is divided into pages later. Other results conform to the protocol, without what only
// one era requires. A result may have "ttlMs": how long a client of the modern era may keep it (0).
struct ContextOutcome {
    Json result = {};
    std::optional<toolkit::mcp::Malformed> error = {};
    std::optional<ClientAnswer> instead = {}; // the client gets this line, and nothing else
};
using ContextDone = std::function<void(ContextOutcome outcome)>;

// A change that is reported to the clients that asked for it.
struct ContextChange {
    enum class Kind { prompts, resources, resource } kind; // lists, or one resource
    std::string uri = {}; // of one resource, as it was subscribed to
};

// A source of prompts and resources for clients: the workspace, or the servers of the gateway.
// No function blocks.
class ContextProvider {
public:
    ContextProvider() = default;
    ContextProvider(const ContextProvider&) = delete;
    ContextProvider& operator=(const ContextProvider&) = delete;
    virtual ~ContextProvider() = default;

    // Return true if this provider answers requests about prompts, or about resources.
    virtual bool has_prompts() const { return false; }
    virtual bool has_resources() const { return false; }

    // Return true if requests about this prompt, or about this resource or URI template, are for
    // this provider. The first one that returns true gets them.
    virtual bool owns_prompt(const std::string& /*name*/) { return false; }
    virtual bool owns_uri(const std::string& /*uri*/) { return false; }

    // Begins a request. Calls `done` once, immediately or later, unless it is cancelled before.
    // Throws toolkit::mcp::Malformed, or an error that is to end the server.
    virtual void begin(ContextRequest request, ContextDone done) = 0;

    // Cancels a request, whose `done` is then not called.
    virtual void cancel(std::uint64_t /*number*/) { }

    // Reports changes of this resource from now on, until unsubscribe(); called once for each URI,
    // however many clients subscribe, after admit(), which is called for each. Throws
    // toolkit::mcp::Malformed if it cannot.
    virtual void subscribe(const std::string& uri, const ClientCall& client);
    virtual void unsubscribe(const std::string& /*uri*/) { }

    // Throws toolkit::mcp::Malformed if this client may not subscribe to the resource.
    virtual void admit(const std::string& /*uri*/, const ClientCall& /*client*/) { }

    // Returns true if a subscribed client with this state may still be notified of changes.
    virtual bool may_tell(const std::string& /*uri*/, const ClientState& /*state*/) const
    {
        return true;
    }

    // The maximum number of subscriptions of one client.
    virtual std::size_t max_subscriptions() const { return 0; }

    // Passes each change to `receiver`.
    void report_to(std::function<void(const ContextChange& change)> receiver)
    {
        report = std::move(receiver);
    }

    virtual void watch(system::Watch& /*watch*/) const { }
    virtual void step() { }

protected:
    std::function<void(const ContextChange& change)> report = [](const ContextChange&) {};
};

}
