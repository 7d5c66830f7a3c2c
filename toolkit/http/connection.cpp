#include "toolkit/http/connection.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/text/characters.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace toolkit::http {

using namespace std::chrono_literals;

Connection::Connection(
    File socket, const HttpLimits& limits, AnswerCounts& counts, std::optional<uid_t> user)
    : socket(std::move(socket))
    , limits(limits)
    , counts(counts)
    , reader(limits.request, user)
    , born(Clock::now())
    , heard(born)
    , moved(heard)
{
}

// Reads no further than one request ahead.
bool Connection::wants_input() const
{
    if (has_ended || state == State::closing)
        return false;
    return state == State::lingering || reader.waiting_bytes() < max_ahead;
}

Connection::Clock::time_point Connection::deadline() const
{
    if (pending() > 0)
        return moved + limits.stall_time;
    if (state == State::lingering)
        return moved + limits.linger_time;
    if (exchange != 0)
        return Clock::time_point::max();
    if (!is_begun)
        return heard + limits.idle_time;
    if (timed == RequestReader::State::head)
        return begun + limits.head_time;
    return begun + limits.body_time
        + std::chrono::milliseconds(reader.body_bytes() * 1000 / limits.body_rate);
}

std::uint32_t Connection::awaited() const
{
    const unsigned input = wants_input() ? unsigned(EPOLLIN)
        : exchange != 0                  ? unsigned(EPOLLRDHUP)
                                         : 0U;
    return input | (pending() > 0 ? unsigned(EPOLLOUT) : 0U);
}

bool Connection::has_to_go_on() const
{
    if (held_since)
        return false;
    return state == State::over || (is_ready() && !is_reading_more())
        || (has_ended && exchange == 0 && pending() == 0);
}

bool Connection::is_reading_more() const
{
    return reader.state() == RequestReader::State::head
        || reader.state() == RequestReader::State::body;
}

bool Connection::has_unread() const
{
    return (system::wait_for(socket.descriptor(), POLLIN, 0ms) & POLLIN) != 0;
}

bool Connection::may_go(std::chrono::milliseconds silence) const
{
    const auto now = Clock::now();
    if (exchange != 0 || held_since)
        return false;
    if (is_trusted)
        return now >= heard + silence && !has_unread();
    return now >= born + limits.hearing && (now >= born + limits.courtesy || !has_unread());
}

void Connection::step(std::uint32_t events)
{
    const bool is_broken = (events & (EPOLLERR | EPOLLHUP)) != 0;
    if (!wants_input())
        has_ended = has_ended || is_broken || (events & EPOLLRDHUP) != 0;
    else if ((events & EPOLLIN) != 0 || is_broken)
        receive();
    if (is_broken && pending() > 0)
        return close(); // the client no longer reads
    write_some();
}

void Connection::receive()
{
    std::array<char, 64 << 10> bytes; // NOLINT: read into
    const ssize_t count = recv(socket.descriptor(), bytes.data(), bytes.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (count <= 0) {
        has_ended = true;
        return;
    }
    // Reads and discards what a refused client still sends: if the connection were closed with
    // unread bytes, the response would be lost.
    if (state == State::lingering)
        return;
    heard = Clock::now();
    reader.add({bytes.data(), static_cast<std::size_t>(count)});
}

void Connection::write_some()
{
    const auto [count, error] = output.send_some(socket.descriptor());
    if (count > 0)
        moved = Clock::now();
    if (error != 0)
        return close();
    if (output.empty())
        end_of_output();
}

void Connection::end_of_output()
{
    if (state == State::closing && exchange == 0) {
        shutdown(socket.descriptor(), SHUT_WR);
        state = State::lingering;
        moved = Clock::now();
    }
    if (has_ended && exchange == 0 && (state != State::open || is_reading_more()))
        close();
}

// The time limit of a head begins with its first byte, that of a body with the end of its head.
void Connection::look_at_clock()
{
    const auto now = Clock::now();
    const RequestReader::State reading = reader.state();
    const bool is_reading = state == State::open && exchange == 0 && is_reading_more()
        && (reading == RequestReader::State::body || reader.waiting_bytes() > 0);
    if (is_reading && (!is_begun || timed != reading)) {
        timed = reading;
        begun = now;
    }
    is_begun = is_reading;
    if (state == State::over || now < deadline())
        return;
    has_stalled = pending() > 0;
    if (!has_stalled && is_begun)
        refuse(error_response(408, "TIMED_OUT", "the request took too long to arrive"));
    else
        close();
}

void Connection::print(std::string_view text)
{
    if (pending() == 0)
        moved = Clock::now();
    output.add(text);
}

static bool asks_to_close(const HttpHead& head)
{
    return text::in_lower_case(head.value("connection")).find("close") != std::string::npos;
}

void Connection::prepare_answer(const HttpHead& head)
{
    has_body = head.method != "HEAD";
    has_chunks = has_body && !head.is_http_1_0;
    closes = head.is_http_1_0 || asks_to_close(head);
}

void Connection::answer(const HttpResponse& response)
{
    count(response.status);
    if (closes && state == State::open)
        state = State::closing;
    HttpFields fields = response.fields;
    fields.insert(fields.end(), own_fields.begin(), own_fields.end());
    fields.emplace_back("Cache-Control", "no-store");
    if (response.status != 204)
        fields.emplace_back("Content-Length", std::to_string(response.body.size()));
    if (state != State::open)
        fields.emplace_back("Connection", "close");
    print(head_text(response.status, fields));
    if (has_body)
        print(response.body);
    end_exchange();
}

void Connection::end_exchange()
{
    exchange = 0;
    label = {};
    has_body = true;
    heard = Clock::now();
    write_some();
}

void Connection::begin_stream(HttpFields fields)
{
    fields.insert(fields.end(), own_fields.begin(), own_fields.end());
    fields.emplace_back("Cache-Control", "no-store");
    if (has_chunks)
        fields.emplace_back("Transfer-Encoding", "chunked");
    if (closes)
        fields.emplace_back("Connection", "close");
    count(200);
    print(head_text(200, fields));
    streams = true;
}

static std::string in_hexadecimal(std::size_t number)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (; number > 0; number /= 16)
        text.insert(text.begin(), digits[number % 16]);
    return text;
}

void Connection::send(std::string_view piece)
{
    if (piece.empty() || !has_body) // an empty chunk would be the last one
        return;
    const bool is_first = pending() == 0;
    if (has_chunks)
        print(in_hexadecimal(piece.size()) + "\r\n");
    print(piece);
    if (has_chunks)
        print("\r\n");
    if (is_first) // a fast reader does not wait for the next pass over all connections
        write_some();
}

void Connection::end_stream()
{
    if (has_chunks)
        print("0\r\n\r\n");
    streams = false;
    if (closes && state == State::open)
        state = State::closing;
    end_exchange();
}

void Connection::go_on() { print(head_text(100, {})); }

void Connection::refuse(const HttpResponse& response)
{
    state = State::closing;
    answer(response);
}

void Connection::close()
{
    state = State::over;
    has_ended = true;
    output.clear();
}

}
