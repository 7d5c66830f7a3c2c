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
// Replies with fixed pages that contain nothing of the request. Nothing here waits.
class Callback : public http::HttpService {
public:
    // Gets the query of `GET /callback`. Returns true if the sign-in is over by it.
    using Take = std::function<bool(const std::string& query)>;

    // Port 0: any free one. Throws BAD_REQUEST if the port cannot be had.
    Callback(int port, Take take);

    // http://127.0.0.1:PORT/callback
    std::string redirect_uri() const;

    void watch(system::Watch& watch) const { server.watch(watch); }
    void step(const system::Watch& watch) { server.step(watch); }

    // A page is on its way to the browser.
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

// Lines that a person types or pastes while something else is waited for. Reads stdin and never
// waits for it.
class PastedLines {
public:
    // The lines that have come since, without their ends. After 64 KiB without an end of line, or
    // at the end of stdin, nothing more is read.
    std::vector<std::string> take();

    void watch(system::Watch& watch) const;

private:
    std::string buffer;
    bool is_open = true;
};

// Starts the browser of the user with this URL: $BROWSER, whose words are separated by spaces and
// where %s is the URL, else xdg-open. No shell takes part, and the browser outlives agentcli.
// Returns false if there is no display, the session is one of SSH, or nothing could be started.
bool open_in_browser(const std::string& url);

}
