#include "frontends/host/channel.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/time_text.hpp"

#include <utility>

namespace frontends::host {

using namespace agent;
using namespace toolkit;

Channel::Channel(const Ends& ends, const channel::Hiding& hiding, system::Cancel& cancel)
    : in(ends.in)
    , out(ends.out)
    , hiding(hiding)
    , cancel(cancel)
    , lines(channel::max_line)
    , seq(ends.last_event)
{
    cancel.listen_to(*this);
}

// Refuses a line as soon as it is too long, since its end may never arrive.
bool Channel::take_lines()
{
    bool has_to_end = false;
    while (!lines.empty()) {
        const auto line = lines.take();
        if (!std::exchange(has_refused_line, false))
            has_to_end = hear(&line) || has_to_end;
    }
    if (lines.is_in_long_line() && !std::exchange(has_refused_line, true)) {
        const io::LineReader::Line line {"", true};
        has_to_end = hear(&line) || has_to_end;
    }
    return has_to_end;
}

// Reads only once: the descriptor belongs to the host, and may be a blocking one.
bool Channel::take_messages()
try {
    const auto arrival = lines.read_some(in);
    if (arrival == io::LineReader::Arrival::nothing)
        return false;
    if (arrival == io::LineReader::Arrival::bytes)
        return take_lines();
    is_over = true;
    return hear(nullptr);
} catch (const std::exception&) { // no memory, or the message has no reader
    is_over = has_failed_to_read = true;
    return hear(nullptr);
}

channel::Head Channel::next_head() const
{
    return {seq + 1, text::rfc3339(std::chrono::system_clock::now()), turn};
}

void Channel::write_event(std::string line)
{
    line += '\n';
    ++seq; // encoding has succeeded
    write_line(line);
}

void Channel::error(const ToolError& error, const std::string& ask)
{
    channel::Error told {error.message, std::string(system::wire_name(error.code))};
    if (!error.hint.empty())
        told.hint = error.hint;
    if (!ask.empty())
        told.id = ask;
    event(told);
}

bool Channel::has_reader() const
{
    const short found = system::wait_for(out, 0, std::chrono::milliseconds(0));
    return (found & (POLLERR | POLLHUP)) == 0;
}

bool Channel::can_write() const { return system::wait_for_room(out, std::chrono::seconds(0)); }

bool Channel::has_input() const { return !lines.empty() || system::is_readable(in); }

// Waits for a slow reader unless the host has disconnected or a signal was received.
void Channel::wait_for_reader() const
{
    static constexpr std::chrono::seconds patience {1};
    while (!system::wait_for_room(out, patience)) {
        const short found = system::wait_for(in, 0, std::chrono::milliseconds(0));
        if ((found & (POLLHUP | POLLERR)) != 0 || is_over || cancel.signal() != 0)
            throw ToolError(Code::io_error, "the host takes no events");
    }
}

void Channel::write_line(const std::string& line) const
{
    const auto has_room = [&] {
        wait_for_reader();
        return true;
    };
    if (const int error = system::write_where_room_is(out, line, has_room); error != 0)
        throw system::system_error("cannot write an event", error);
}

}
