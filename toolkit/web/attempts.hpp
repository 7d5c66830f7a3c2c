#pragma once

#include "toolkit/system/cancel.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace toolkit::web {

// Connects to the first of several addresses that accepts a connection (RFC 8305, "happy
// eyeballs"), so that an address that never responds does not use up the whole timeout. Attempts
// start one after another: the next one as soon as one fails, or when none has succeeded for a
// quarter of a second. A started attempt continues until one of them succeeds. IPv6 and IPv4
// alternate. Must be held by a shared_ptr, since pending operations keep it alive.
class Attempts : public std::enable_shared_from_this<Attempts> {
public:
    using Error = boost::system::error_code;
    using Endpoint = boost::asio::ip::tcp::endpoint;
    using Socket = boost::asio::ip::tcp::socket;

    // Requires at least one endpoint. Each entry is tried once; duplicates are not removed.
    Attempts(boost::asio::io_context& io, const std::vector<Endpoint>& endpoints);

    // Starts connecting. Calls `when_over` once: without an error as soon as one attempt succeeds,
    // or with the last error when all have failed.
    void start(std::function<void(Error)> when_over);

    // Adds what to wait for before io.poll() can make progress.
    void watch(system::Watch& watch) const;

    // Returns the connected socket. May be called once, after success.
    Socket take();

    // Returns the reason why each address has failed so far, grouped by reason: "connection refused
    // (::1, 127.0.0.2); no answer (127.0.0.3)". Names at most eight addresses, and none if it is
    // the host itself.
    std::string failures(const std::string& host) const;

    // Returns true if a failure may be temporary: a timeout, an unreachable host or network, or a
    // connection that was reset.
    bool may_pass() const;

private:
    struct Attempt {
        Endpoint endpoint;
        Socket socket;
        Error error = {}; // no error: pending or connected
    };

    void begin_next();
    void end(std::size_t index, Error error);
    void finish(Error error);

    std::vector<Attempt> attempts;
    boost::asio::steady_timer timer;
    std::function<void(Error)> done; // empty when it is over
    std::size_t next = 0;
    std::size_t failed = 0;
    std::size_t winner = 0;
};

}
