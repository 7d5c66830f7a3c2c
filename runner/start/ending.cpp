#include "runner/start/ending.hpp"

#include "runner/terminal/output.hpp"
#include "toolkit/text/duration.hpp"

#include <csignal>

namespace runner::start {

using namespace agent;
using namespace toolkit;

loop::Stop stop_of(const ToolError& error, loop::Reason usual, std::chrono::milliseconds limit,
    system::Cancel& cancel)
{
    const system::Cancel::Reason reason = cancel.reason();
    if (reason == system::Cancel::Reason::deadline)
        return {loop::Reason::max_seconds, "", "no answer within " + text::duration_text(limit),
            "--max-seconds allows more"};
    if (reason != system::Cancel::Reason::none)
        return {loop::Reason::interrupted, "", error.message};
    if (terminal::nobody_reads_stdout())
        return {loop::Reason::stdout_closed, "", error.message};
    // A server that refuses connections, or a name that is not known now, is NOT_FOUND.
    const bool may_pass = error.code == Code::timed_out || error.code == Code::io_error
        || error.code == Code::not_found;
    return {error.code == Code::timed_out ? loop::Reason::timed_out : usual, "", error.message,
        error.hint, may_pass};
}

loop::Stop stop_of(const std::exception& error)
{
    return {loop::Reason::failed, "", std::string("cannot continue: ") + error.what()};
}

int status_of(const loop::Stop& stop, const system::Cancel& cancel)
{
    const int status = static_cast<int>(stop.reason) & 0xff;
    if (stop.reason != loop::Reason::interrupted)
        return status;
    return status + (cancel.signal() != 0 ? cancel.signal() : SIGINT);
}

}
