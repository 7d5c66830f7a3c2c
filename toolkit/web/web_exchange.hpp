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
    // Of two fields with the same name, the later one is sent.
    std::vector<std::pair<std::string, std::string>> fields = {};
    std::string body = {};
};

class WebServer;

// A request to a server and its response. No function blocks: the owner waits for what watch()
// adds, then calls step(). Destroying it closes its connection unless it is over. Redirects are not
// followed; interim responses (100, 103) are skipped.
class WebExchange {
public:
    WebExchange(WebServer& server, const WebRequest& request);
    WebExchange(const WebExchange&) = delete;
    WebExchange& operator=(const WebExchange&) = delete;
    ~WebExchange();

    // True if the connection was opened. From then on the server may have received the request.
    bool has_begun() const;

    // True once the head of the response was received. The functions below require it.
    bool has_head() const;
    int status() const;
    std::string reason() const; // reason phrase of the server: "Not Found"
    std::string field(std::string_view name) const; // empty if it is missing
    std::string fields(std::string_view name) const; // all values of this name, joined by ", "

    // Returns the part of the body that arrived since the previous call.
    std::string take_body();

    // True if the whole response was received, or the exchange failed.
    bool is_over() const;

    // Returns the failure: IO_ERROR, NOT_FOUND, PERMISSION_DENIED, UNSUPPORTED, TOO_LARGE, or
    // TIMED_OUT if the connection was not opened within 30 s. The message has host, port and
    // reason. Returns nullopt if it has not failed.
    const std::optional<ToolError>& failure() const;

    void watch(system::Watch& watch) const;

    // Makes a bounded amount of progress without blocking.
    void step();

private:
    struct Work;
    std::unique_ptr<Work> work;
};

// A server that exchanges are sent to, each on a connection of its own. An idle connection is
// reused only within 2 s of its last response, when no known server has closed it yet, so that no
// request is lost. Certificates, name lookups and proxies are those of the route.
class WebServer {
public:
    // Loads the CA certificates of the route when a connection needs them, unless `authorities` are
    // given.
    explicit WebServer(Route route, Authorities authorities = nullptr);
    WebServer(const WebServer&) = delete;
    WebServer& operator=(const WebServer&) = delete;
    ~WebServer();

    // Starts an exchange. The server must outlive it.
    std::unique_ptr<WebExchange> begin(const WebRequest& request);

    const Route& route() const;

private:
    friend class WebExchange;
    struct Connections;
    std::unique_ptr<Connections> connections;
};

}
