#pragma once

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/web/link.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// A connection to a server whose operations are waited for, one by one, beside a deadline and a
// cancellation. After an exception an operation may still be under way, and the connection can only
// be destroyed.
class Connection {
public:
    using Error = web::Link::Error;

    // Both have to outlive it. Nothing is connected yet.
    Connection(const web::Route& route, system::Cancel& cancel);

    // From now on everything together may take so long. `what` begins the error: "no answer from
    // HOST:PORT within …".
    void set_deadline(std::chrono::milliseconds time, const char* what = "no answer from",
        const char* hint = "--timeout allows more");

    // Throws what web::Link::open() fails with; TIMED_OUT; INTERNAL "interrupted".
    void open();

    // Nothing has come since the last answer: neither an end nor bytes that nobody asked for.
    bool is_quiet() { return link.is_quiet(); }

    // Read and write as web::Link does, wait until that is complete, and return its error.
    Error read(const web::Link::Start& start);
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
    web::Link link;
    std::chrono::milliseconds timeout {};
    const char* awaited = "";
    const char* allowing = ""; // the flag
    Clock::time_point deadline;
};

}
