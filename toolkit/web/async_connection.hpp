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

// A connection to a server, with TLS where its URL says https, and through a proxy where there is
// one. Nothing here waits: an operation is begun, one at a time, and its handler is called by a
// later step(). Whoever has it waits for what watch() adds. It can be destroyed at any time, and
// then no handler is called.
class AsyncConnection {
public:
    using Socket = ByteStream::Socket;
    using Error = ByteStream::Error;
    using Start = std::function<void(ByteStream& stream, ByteStream::Done done)>;
    using Done = std::function<void(Error error)>;
    using Opened = std::function<void(std::optional<ToolError> error)>;

    // Both have to outlive it. Nothing is connected yet. The authorities are loaded when the first
    // connection needs them, unless they are there.
    AsyncConnection(const Route& route, Authorities& authorities);

    // Looks up the name, connects, asks the proxy and shakes hands, then calls `done`. Its error is
    // IO_ERROR for what another try may mend, PERMISSION_DENIED for a certificate that is not
    // trusted or if the route accepts none of the addresses, and NOT_FOUND if nobody listens or has
    // that name.
    void open(Opened done);

    // Start to read from the stream by `start(stream, handler)`, or to write both texts, which must
    // stay valid until then. `done(error)` is called on completion.
    void read(const Start& start, Done done) { begin(State::to_read, start, std::move(done)); }
    void write(std::string_view head, std::string_view body, Done done);

    // An operation is under way, or it is being opened.
    bool is_busy() const { return waits != State::idle; }

    // Nothing has come since the last answer: neither an end nor bytes that nobody asked for.
    bool is_quiet();

    // "what HOST:PORT: reason"
    ToolError failure(const std::string& what, const std::string& reason) const;

    // TIMED_OUT: "what HOST:PORT within 30s"; of one that is being connected, what has failed.
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
    bool is_fresh = false; // what waits was begun since the last step, and may be over already
    Opened opened;
    std::optional<NameLookup> lookup;
    std::shared_ptr<Attempts> attempts; // while it connects
    Socket socket;
    Authorities used; // as long as tls
    std::optional<ByteStream::Tls> tls;
    ByteStream stream;
    std::string other_hosts; // that the certificate is for
    struct AnswerOfProxy {
        std::string request;
        boost::beast::flat_buffer buffer;
        boost::beast::http::response_parser<AnswerBody> parser;
    };
    std::unique_ptr<AnswerOfProxy> proxy;
};

}
