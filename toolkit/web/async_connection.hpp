#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/web/answer_body.hpp"
#include "toolkit/web/attempts.hpp"
#include "toolkit/web/byte_stream.hpp"
#include "toolkit/web/name_lookup.hpp"
#include "toolkit/web/route.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolkit::web {

// A connection to a server, with TLS if its URL is https, and through a proxy if the route has one.
// No function blocks: only one operation is active at a time, and its handler is called by a later
// step(). The owner waits for what watch() adds. When the link is destroyed, pending handlers are
// not called.
class AsyncConnection {
public:
    using Socket = ByteStream::Socket;
    using Error = ByteStream::Error;
    using Start = std::function<void(ByteStream& stream, ByteStream::Done done)>;
    using Done = std::function<void(Error error)>;
    using Opened = std::function<void(std::optional<ToolError> error)>;

    // Both objects must outlive the link. Does not connect yet. The CA certificates are loaded when
    // the first connection needs them, unless they are given.
    AsyncConnection(const Route& route, Authorities& authorities);

    // Looks up the name, connects, sets up the tunnel of a proxy and TLS, then calls `done`. Its
    // error is IO_ERROR if another attempt may succeed, PERMISSION_DENIED if the certificate is not
    // trusted or the route accepts none of the addresses, and NOT_FOUND if the name does not exist
    // or the connection is refused.
    void open(Opened done);

    // Start reading from the stream with `start(stream, handler)`, or writing both strings, which
    // must stay valid until `done(error)` is called on completion.
    void read(const Start& start, Done done) { begin(State::to_read, start, std::move(done)); }
    void write(std::string_view head, std::string_view body, Done done);

    // True while an operation is active, including open().
    bool is_busy() const { return waits != State::idle; }

    // Returns true if nothing has arrived since the last response: neither the end of the
    // connection nor unexpected bytes.
    bool is_quiet();

    // Returns an IO_ERROR with the message "WHAT HOST:PORT: REASON".
    ToolError failure(const std::string& what, const std::string& reason) const;

    // Returns the TIMED_OUT error "WHAT HOST:PORT within 30s". While the link is being connected,
    // the message has the failed addresses instead.
    ToolError late(const std::string& what, std::chrono::milliseconds time) const;

    void watch(system::Watch& watch) const;
    void step();

private:
    enum class State { idle, for_name, to_connect, to_read, to_write };

    void begin(State what, const Start& start, Done done);
    const Url& peer() const { return route.proxy ? route.proxy->url : url; }
    ToolError failure_at(const Url& peer, const std::string& what, const std::string& reason) const;
    void end_lookup();
    void connect(std::vector<boost::asio::ip::tcp::endpoint> endpoints);
    void end_connecting(Error error);
    void ask_proxy();
    void read_answer_of_proxy();
    void take_answer_of_proxy(Error error);
    void begin_tls();
    void shake_hands();
    void end_handshake(Error error);
    ToolError failed_handshake(Error error) const;
    void finish(std::optional<ToolError> error);

    const Route& route;
    const Url& url;
    Authorities& authorities;
    std::unique_ptr<boost::asio::io_context> io;
    State waits = State::idle;
    // The operation was started since the last step() and may already be complete.
    bool is_fresh = false;
    Opened opened;
    std::optional<NameLookup> lookup;
    std::shared_ptr<Attempts> attempts; // only while connecting
    Socket socket;
    Authorities used; // must outlive `tls`
    std::optional<ByteStream::Tls> tls;
    ByteStream stream;
    std::string other_hosts; // hosts that the certificate is for
    struct AnswerOfProxy {
        std::string request;
        boost::beast::flat_buffer buffer;
        boost::beast::http::response_parser<AnswerBody> parser;
    };
    std::unique_ptr<AnswerOfProxy> proxy;
};

}
