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

// Connects to the first of several addresses that accepts (RFC 8305, "happy eyeballs"), so that one
// that never answers costs a moment and not the whole time there is. Attempts begin one after
// another: the next one as soon as one has failed, or when none has succeeded for a quarter of a
// second; an attempt that has begun continues until one of them succeeds. IPv6 and IPv4 take turns.
// To be held by a shared_ptr: pending operations keep it alive.
class Attempts : public std::enable_shared_from_this<Attempts> {
public:
    using Error = boost::system::error_code;
    using Endpoint = boost::asio::ip::tcp::endpoint;
    using Socket = boost::asio::ip::tcp::socket;

    // At least one endpoint; each is tried once, also if it is given twice.
    Attempts(boost::asio::io_context& io, const std::vector<Endpoint>& endpoints);

    // Calls `when_over` once: without an error as soon as one is connected, or with the last error
    // when all have failed.
    void start(std::function<void(Error)> when_over);

    // What has to happen before io.poll() can do anything.
    void watch(system::Watch& watch) const;

    // The socket that is connected, after success.
    Socket take();

    // Why each address has failed so far, those with the same reason together: "connection refused
    // (::1, 127.0.0.2); no answer (127.0.0.3)". At most eight addresses are named, and none if it
    // is the host itself.
    std::string failures(const std::string& host) const;

    // Could any of the failures be another one the next time?
    bool may_pass() const;

private:
    struct Attempt {
        Endpoint endpoint;
        Socket socket;
        Error error = {}; // none: no answer yet
    };

    void begin_next();
    void end(std::size_t index, Error error);
    void finish(Error error);

    std::vector<Attempt> attempts;
    boost::asio::steady_timer timer;
    std::function<void(Error)> done; // empty: over
    std::size_t next = 0;
    std::size_t failed = 0;
    std::size_t winner = 0;
};

}
