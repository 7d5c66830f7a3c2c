#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/web/route.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolkit::web {

struct WebRequest {
    enum class Method { post, get, remove } method = Method::post;
    std::string target; // path and query
    std::vector<std::pair<std::string, std::string>> fields = {}; // a later one replaces another
    std::string body = {};
};

class WebServer;

// One request to a server and its answer, of which nothing waits: whoever has it waits for what
// watch() adds, then steps. Destroying it closes its connection unless it is over. Redirects are
// not followed; interim answers (100, 103) are skipped.
class WebExchange {
public:
    WebExchange(WebServer& server, const WebRequest& request);
    WebExchange(const WebExchange&) = delete;
    WebExchange& operator=(const WebExchange&) = delete;
    ~WebExchange();

    // The connection has been opened: from here on the server may have seen the request.
    bool has_begun() const;

    // The head of the answer, once it is there.
    bool has_head() const;
    int status() const;
    std::string reason() const; // "Not Found", as the server calls it
    std::string field(std::string_view name) const; // empty if it is missing
    std::string fields(std::string_view name) const; // all with this name, joined by ", "

    // What has come of the body since.
    std::string take_body();

    // The whole answer has come, or it has failed.
    bool is_over() const;

    // IO_ERROR, NOT_FOUND, PERMISSION_DENIED, UNSUPPORTED, TOO_LARGE, or TIMED_OUT for a connection
    // that could not be opened within 30 s. Each names host and port, and the reason.
    const std::optional<ToolError>& failure() const;

    void watch(system::Watch& watch) const;

    // Does what can be done without waiting, and not more than a bounded amount of it.
    void step();

private:
    struct Work;
    std::unique_ptr<Work> work;
};

// A server that exchanges go to, each on a connection of its own. One that is left over is used for
// the next if that begins at once: soon after its last answer no server closes it, so that no
// request is lost by that. Certificates, names and proxies are those of the route, as for a model.
class WebServer {
public:
    // The authorities of the route are loaded when a connection needs them, unless they are given.
    explicit WebServer(Route route, Authorities authorities = nullptr);
    WebServer(const WebServer&) = delete;
    WebServer& operator=(const WebServer&) = delete;
    ~WebServer();

    // It has to outlive the exchange.
    std::unique_ptr<WebExchange> begin(const WebRequest& request);

    const Route& route() const;

private:
    friend class WebExchange;
    struct Connections;
    std::unique_ptr<Connections> connections;
};

}
