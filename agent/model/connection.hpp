#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/web/async_connection.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// A connection to a server. Its operations block until they are complete, the deadline passes or
// they are cancelled. After an exception an operation may still be in progress; the connection can
// only be destroyed then.
class Connection {
public:
    using Error = web::AsyncConnection::Error;

    // Both must outlive the connection. Does not connect yet.
    Connection(const web::Route& route, system::Cancel& cancel);

    // Sets the deadline for all further operations together, `time` from now. The error at the
    // deadline begins with `what`: "no answer from HOST:PORT within …"; its hint is `hint`.
    void set_deadline(std::chrono::milliseconds time, const char* what = "no answer from",
        const char* hint = "--timeout allows more");

    // Throws what web::Link::open() fails with; TIMED_OUT; INTERNAL "interrupted".
    void open();

    // True if nothing was received since the last response: neither an end of the stream nor
    // unexpected bytes.
    bool is_quiet() { return link.is_quiet(); }

    // Read and write like web::Link, wait until the operation is complete, and return its error.
    Error read(const web::AsyncConnection::Start& start);
    Error write(std::string_view head, std::string_view body);

    // "what HOST:PORT: reason"
    ToolError failure(const std::string& what, const std::string& reason) const
    {
        return link.failure(what, reason);
    }

private:
    using Clock = system::Watch::Clock;

    void wait();

    system::Cancel& cancel;
    web::Authorities authorities;
    web::AsyncConnection link;
    std::chrono::milliseconds timeout {};
    const char* awaited = "";
    const char* allowing = ""; // the hint of the error
    Clock::time_point deadline;
};

}
