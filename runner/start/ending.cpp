#include "runner/start/ending.hpp"

#include "runner/terminal/output.hpp"
#include "toolkit/text/duration.hpp"

#include <csignal>

Stop stop_of(const ToolError& error, Reason usual, std::chrono::milliseconds limit, Cancel& cancel)
{
    const Cancel::Reason reason = cancel.reason();
    if (reason == Cancel::Reason::deadline)
        return {
            Reason::max_seconds, "", "no answer within " + duration_text(limit), "--max-seconds allows more"};
    if (reason != Cancel::Reason::none)
        return {Reason::interrupted, "", error.message};
    if (nobody_reads_stdout())
        return {Reason::stdout_closed, "", error.message};
    return {error.code == Code::timed_out ? Reason::timed_out : usual, "", error.message, error.hint};
}

Stop stop_of(const std::exception& error)
{
    return {Reason::failed, "", std::string("cannot go on: ") + error.what()};
}

int status_of(const Stop& stop, const Cancel& cancel)
{
    const int status = static_cast<int>(stop.reason) & 0xff;
    if (stop.reason != Reason::interrupted)
        return status;
    return status + (cancel.signal() != 0 ? cancel.signal() : SIGINT);
}
