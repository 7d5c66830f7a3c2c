#include "runner/start/ending.hpp"

#include "agent/model/model.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/own_process.hpp"
#include "toolkit/text/time_text.hpp"

#include <csignal>
#include <new>

namespace runner::start {

using namespace agent;
using namespace toolkit;

static loop::Cause cause_of(const ToolError& error)
{
    if (dynamic_cast<const model::TooManyRequests*>(&error) != nullptr)
        return loop::Cause::rate;
    if (dynamic_cast<const model::Unreachable*>(&error) != nullptr)
        return loop::Cause::connection;
    if (dynamic_cast<const model::KeyRefused*>(&error) != nullptr)
        return loop::Cause::key;
    if (dynamic_cast<const model::ModelMissing*>(&error) != nullptr)
        return loop::Cause::model;
    const auto* const refused = dynamic_cast<const model::RefusedMessages*>(&error);
    return refused != nullptr && refused->overflow ? loop::Cause::overflow : loop::Cause::other;
}

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
        return {.reason = loop::Reason::stdout_closed, .error = error.message, .code = error.code};
    // NOT_FOUND is reported if a server refuses connections or its name is currently unknown.
    const bool may_pass = error.code == Code::timed_out || error.code == Code::io_error
        || error.code == Code::not_found;
    if (dynamic_cast<const terminal::StdoutError*>(&error) != nullptr)
        usual = loop::Reason::failed;
    loop::Stop stop {error.code == Code::timed_out ? loop::Reason::timed_out : usual, "",
        error.message, error.hint, may_pass, error.code};
    if (const auto* busy = dynamic_cast<const model::TooManyRequests*>(&error))
        stop.retry_after = busy->retry_after;
    stop.cause = cause_of(error);
    return stop;
}

ToolError report_of(const std::exception& error)
{
    const bool is_over_limit
        = dynamic_cast<const std::bad_alloc*>(&error) != nullptr && system::has_memory_limit();
    if (is_over_limit)
        return {Code::too_large, "the run takes more memory than it may have",
            "--worker-memory allows more"};
    return {Code::internal, std::string("cannot continue: ") + error.what()};
}

loop::Stop stop_of(const std::exception& error)
{
    const ToolError report = report_of(error);
    return {loop::Reason::failed, "", report.message, report.hint, false, report.code};
}

int status_of(const loop::Stop& stop, const system::Cancel& cancel)
{
    const int status = static_cast<int>(stop.reason) & 0xff;
    if (stop.reason != loop::Reason::interrupted)
        return status;
    return status + (cancel.signal() != 0 ? cancel.signal() : SIGINT);
}

}
