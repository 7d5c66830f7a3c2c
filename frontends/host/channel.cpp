#include "frontends/host/channel.hpp"

#include "frontends/host/message.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/time_text.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>

namespace frontends::host {

using namespace agent;
using namespace toolkit;

Channel::Channel(int in, int out, const redaction::Redaction& redaction, system::Cancel& cancel)
    : in(in)
    , out(out)
    , redaction(redaction)
    , cancel(cancel)
{
    cancel.listen_to(*this);
}

bool Channel::take_lines()
{
    bool has_to_end = false;
    for (;;) {
        const std::size_t end = pending.find('\n', searched);
        if (end == std::string::npos) {
            searched = pending.size();
            break;
        }
        const std::string line = pending.substr(0, end);
        pending.erase(0, end + 1);
        searched = 0;
        if (!std::exchange(is_too_long, false))
            has_to_end = hear(&line) || has_to_end;
    }
    if (pending.size() > longest_host_line) {
        if (!std::exchange(is_too_long, true))
            has_to_end = hear(&pending) || has_to_end; // which refuses it
        pending.clear();
        searched = 0;
    }
    return has_to_end;
}

// One read at a time: the descriptor is the host's, and may be one that blocks.
bool Channel::take_messages()
try {
    std::array<char, 64 << 10> buffer {};
    const ssize_t got = read(in, buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return false;
    if (got <= 0) {
        is_over = true;
        return hear(nullptr);
    }
    pending.append(buffer.data(), static_cast<std::size_t>(got));
    return take_lines();
} catch (const std::exception&) { // memory is short, or nobody reads what is to be said
    is_over = has_failed_to_read = true;
    return hear(nullptr);
}

void Channel::redacted_event(const std::string& name, const Json& fields)
{
    Json line {
        {"event", name}, {"seq", seq + 1}, {"ts", text::rfc3339(std::chrono::system_clock::now())}};
    if (turn != 0)
        line["turn"] = turn;
    line.update(fields);
    std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() >= longest_host_line) {
        for (auto& [key, value] : line.items())
            if (value.is_structured()
                || (value.is_string() && value.get_ref<const std::string&>().size() > 4096))
                value = nullptr;
        line["leftOutBytes"] = text.size();
        text = line.dump();
    }
    text += '\n';
    ++seq; // memory was not short
    write_line(text);
}

void Channel::error(const ToolError& error)
{
    Json fields {{"text", error.message}, {"code", system::wire_name(error.code)}};
    if (!error.hint.empty())
        fields["hint"] = error.hint;
    event("error", fields);
}

bool Channel::has_reader() const
{
    pollfd watched {out, 0, 0};
    return poll(&watched, 1, 0) != 1 || (watched.revents & (POLLERR | POLLHUP)) == 0;
}

bool Channel::has_input() const
{
    pollfd watched {in, POLLIN, 0};
    return pending.find('\n') != std::string::npos || poll(&watched, 1, 0) > 0;
}

// A host that reads slowly is waited for, unless it has left or a signal has come.
void Channel::wait_for_reader() const
{
    static constexpr std::chrono::seconds patience {1};
    while (!system::wait_for_room(out, patience)) {
        pollfd host {in, 0, 0};
        const bool has_left = poll(&host, 1, 0) > 0 && (host.revents & (POLLHUP | POLLERR)) != 0;
        if (has_left || is_over || cancel.signal() != 0)
            throw ToolError(Code::io_error, "the host takes no events");
    }
}

// A pipe that has room takes as much as this without waiting.
void Channel::write_line(const std::string& line) const
{
    std::string_view rest = line;
    while (!rest.empty()) {
        wait_for_reader();
        const ssize_t put = write(out, rest.data(), std::min<std::size_t>(rest.size(), PIPE_BUF));
        if (put < 0 && errno != EINTR && errno != EAGAIN)
            throw system::system_error("cannot write an event");
        rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(put, 0)));
    }
}

}
