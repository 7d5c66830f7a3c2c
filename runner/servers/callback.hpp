#pragma once

#include "toolkit/http/http_server.hpp"
#include "toolkit/system/cancel.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace runner::servers {

using namespace toolkit;

// Listens on 127.0.0.1 for the browser that an authorization server redirects (RFC 8252, 7.3).
// Replies with fixed pages that contain nothing of the request. Never blocks.
class Callback : public http::HttpService {
public:
    // Receives the query of `GET /callback`. Returns true if it ends the sign-in.
    using Take = std::function<bool(const std::string& query)>;

    // Port 0 is any free port. Throws BAD_REQUEST if the port is not available.
    Callback(int port, Take take);

    // Returns http://127.0.0.1:PORT/callback.
    std::string redirect_uri() const;

    void watch(system::Watch& watch) const { server.watch(watch); }
    void step(const system::Watch& watch) { server.step(watch); }

    // True while a page is being sent to the browser.
    bool has_to_write() const { return server.has_to_write(); }

private:
    std::optional<http::HttpResponse> public_answer(const http::HttpHead& head) override;
    std::optional<http::HttpResponse> refusal(const http::HttpHead& head) override;
    void take(http::Exchange exchange, http::HttpRequest request) override;
    void lost(http::Exchange exchange) override;

    Take take_query;
    http::Listener listener;
    http::HttpServer server;
};

// Reads the lines that a person types or pastes on stdin. Never blocks.
class PastedLines {
public:
    // Returns the new lines, without their newlines. Stops reading at the end of stdin, and after
    // 64 KiB without a newline.
    std::vector<std::string> take();

    void watch(system::Watch& watch) const;

private:
    std::string buffer;
    bool is_open = true;
};

}
