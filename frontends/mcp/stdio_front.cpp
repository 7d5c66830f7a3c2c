#include "frontends/mcp/stdio_front.hpp"

#include "agent/loop/run_result.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/cancel.hpp"

#include <algorithm>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

using namespace std::chrono_literals;

StdioFront::StdioFront(Toolbelt& toolbelt, system::Cancel& cancel, Reloader& reloader)
    : toolbelt(toolbelt)
    , calls(toolbelt.calls())
    , cancel(cancel)
    , reloader(reloader)
    , input(STDIN_FILENO, toolbelt.limits().request_bytes)
{
    toolbelt.deliver_to([this](const Reply& reply) {
        output.print(reply.line);
        output.write_some(); // immediately; wait() notices a closed reader
    });
    toolbelt.announce_to([this](const std::string& line) {
        if (has_session)
            output.print(line);
    });
}

// At the end of input, calls in progress have one second to finish.
bool StdioFront::is_over() const
{
    return input.is_at_end()
        && ((toolbelt.is_idle() && output.empty()) || Clock::now() >= input.end() + 1s);
}

StdioFront::Clock::time_point StdioFront::next_look() const
{
    const auto parent_is_looked_for = Clock::now() + 5s;
    return input.is_at_end() ? std::min(parent_is_looked_for, input.end() + 1s)
                             : parent_is_looked_for;
}

// Returns true while stdout has a reader.
bool StdioFront::wait()
{
    if (!output.write_some())
        return false;
    system::Watch watch;
    watch.descriptors.push_back(
        {STDOUT_FILENO, static_cast<short>(output.empty() ? 0 : POLLOUT), 0});
    watch.descriptors.push_back(
        {input.is_at_end() || output.is_over_limit() ? -1 : STDIN_FILENO, POLLIN, 0});
    watch.readable(cancel.descriptor());
    reloader.watch(watch);
    watch.until(next_look());
    if (!output.is_full())
        calls.watch(watch);
    watch.wait();
    has_input = watch.descriptors[1].revents != 0;
    has_signal = watch.descriptors[2].revents != 0 || watch.descriptors[3].revents != 0;
    return (watch.descriptors[0].revents & (POLLERR | POLLNVAL)) == 0 && output.write_some();
}

void StdioFront::take(const io::LineReader::Line& line)
{
    if (line.is_too_long)
        output.print(protocol::error_line({},
            {protocol::invalid_request,
                "the message is larger than " + std::to_string(toolbelt.limits().request_bytes)
                    + " bytes"}));
    else
        take_message(line.text);
}

void StdioFront::take_message(const std::string& line)
{
    const auto read = protocol::read_envelope(line);
    if (const auto* const refusal = std::get_if<protocol::Refusal>(&read))
        return output.print(
            protocol::error_line(refusal->id, {refusal->code, std::string(refusal->message)}));
    const auto& envelope = std::get<protocol::Envelope>(read);
    if (envelope.kind != protocol::MessageKind::request)
        return toolbelt.hear(envelope, line, client);
    has_session = has_session || envelope.method.view() == "initialize";
    toolbelt.take(envelope, line, client);
}

// Ends the server if the audit trail cannot be written: the client must not receive what it does
// not contain.
ServerEnd StdioFront::failed(const ToolError& error)
{
    calls.fail(error);
    try {
        write_rest();
    } catch (const ToolError&) { // the first error is reported
    }
    return {"failed", static_cast<int>(loop::Reason::failed), error};
}

void StdioFront::write_rest()
{
    const auto deadline = Clock::now() + 1s;
    while (!output.empty() && Clock::now() < deadline && cancel.signal() == 0) {
        system::Watch watch;
        watch.writable(STDOUT_FILENO);
        watch.until(deadline);
        watch.wait();
        if (!output.write_some())
            return;
    }
}

ServerEnd StdioFront::serve_lines()
{
    while (!is_over()) {
        if (!wait())
            return {"stdout-closed", static_cast<int>(loop::Reason::stdout_closed)};
        if (has_signal)
            reloader.step();
        if (has_signal && cancel.is_set())
            return {"interrupted", 128 + cancel.signal()};
        if (getppid() != parent)
            break;
        if (has_input)
            input.read_some();
        while (!input.empty())
            take(input.take());
        if (!output.is_full())
            calls.step();
    }
    return {"client-ended", 0};
}

ServerEnd StdioFront::serve()
{
    try {
        ServerEnd end = serve_lines();
        calls.end(end.reason);
        return end;
    } catch (const ToolError& error) {
        return failed(error);
    }
}

}
