#pragma once

#include "agent/model/route.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/ssl.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// A connection to a server, with TLS where its URL says https, and through a proxy where there is
// one. Operations are started one by one and waited for, beside a deadline and a cancellation.
// After an exception an operation may still be under way, and the connection can only be destroyed.
class Connection {
public:
    using Socket = boost::asio::ip::tcp::socket;
    using Tls = boost::asio::ssl::stream<Socket&>;
    using Error = boost::system::error_code;

    // Both have to outlive it. Nothing is connected yet.
    Connection(const Route& route, system::Cancel& cancel);

    // From now on everything together may take so long. `what` begins the error: "no answer from
    // HOST:PORT within …".
    void set_deadline(std::chrono::milliseconds time, const char* what = "no answer from",
        const char* hint = "--timeout allows more");

    // Throws IO_ERROR for what another try may mend, PERMISSION_DENIED for a certificate that is
    // not trusted, NOT_FOUND where nobody listens or has that name; TIMED_OUT; INTERNAL
    // "interrupted".
    void open();

    // Nothing has come since the last answer: neither an end nor bytes that nobody asked for.
    bool is_quiet();

    // Starts an operation on the stream by `start(stream, handler)`, and returns its error when it
    // is done.
    template<class Start>
    Error wait_for(Start start)
    {
        return wait([&](auto done) { tls ? start(*tls, done) : start(socket, done); });
    }

    // "what HOST:PORT: reason"
    ToolError failure(const std::string& what, const std::string& reason) const;

private:
    using Clock = std::chrono::steady_clock;

    template<class Start>
    Error wait(Start start)
    {
        std::optional<Error> done;
        start([&done](Error error, const auto&...) { done = error; });
        while (!done && !is_interrupted && Clock::now() < deadline)
            io->run_one_until(deadline);
        if (is_interrupted)
            throw ToolError(Code::internal, "interrupted");
        if (!done)
            throw late();
        return *done;
    }

    void watch_cancel();
    ToolError late() const;
    ToolError failure_at(const Url& peer, const std::string& what, const std::string& reason) const;
    std::vector<boost::asio::ip::tcp::endpoint> resolve(const Url& peer);
    void ask_proxy();
    void trust(boost::asio::ssl::context& authorities) const;
    void connect(const Url& peer);
    ToolError failed_handshake(Error error) const;
    void shake_hands();

    const Route& route;
    const Url& url;
    std::unique_ptr<boost::asio::io_context> io;
    system::Cancel& cancel;
    boost::asio::posix::stream_descriptor cancelled;
    Socket socket;
    std::optional<boost::asio::ssl::context> context;
    std::optional<Tls> tls;
    std::chrono::milliseconds timeout {};
    const char* awaited = "";
    const char* allowing = ""; // the flag
    Clock::time_point deadline;
    bool is_interrupted = false;
};

}
