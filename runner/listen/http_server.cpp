#include "runner/listen/http_server.hpp"

#include "toolkit/text/lower_case.hpp"

#include <poll.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace runner::listen {

using namespace std::chrono_literals;

HttpServer::HttpServer(
    Listener& listener, Admission admission, HttpLimits limits, HttpService& service)
    : listener(listener)
    , admission(std::move(admission))
    , limits(limits)
    , service(service)
{
}

void HttpServer::watch(system::Watch& watch)
{
    const bool rests = Clock::now() < rests_until;
    first_watched = watch.descriptors.size();
    watch.descriptors.push_back({rests ? -1 : listener.descriptor(), POLLIN, 0});
    if (rests)
        watch.until(rests_until);
    for (const auto& [number, connection] : open)
        connection->watch(watch);
    if (has_held())
        watch.until(is_full() ? Clock::now() + 10ms : Clock::now());
}

void HttpServer::step(const system::Watch& watch)
{
    std::size_t at = first_watched;
    const bool has_new = watch.descriptors.at(at).revents != 0;
    std::vector<std::uint64_t> over;
    for (const auto& [number, connection] : open) {
        connection->step(watch.descriptors.at(++at).revents);
        drive(*connection);
        if (connection->is_over() || (connection->has_left() && connection->exchange != 0))
            over.push_back(number);
    }
    for (const std::uint64_t number : over)
        close(number);
    drive_held();
    if (has_new)
        accept_all();
}

void HttpServer::close(std::uint64_t number)
{
    const auto node = open.extract(number);
    const Exchange exchange = node.mapped()->exchange;
    if (under_way.erase(exchange) == 0)
        return;
    if (node.mapped()->has_stalled)
        ++count_stalled;
    service.lost(exchange);
}

static HttpResponse busy(const std::string& why)
{
    HttpResponse answer = error_response(503, "BUSY", why, "try again soon");
    answer.fields.emplace_back("Retry-After", "1");
    return answer;
}

static bool is_readable(int descriptor)
{
    pollfd watched {descriptor, POLLIN, 0};
    return poll(&watched, 1, 0) > 0;
}

void HttpServer::accept_all()
{
    for (std::size_t accepted = 0; accepted < limits.newcomers; ++accepted) {
        if (count(false) >= limits.newcomers) {
            if (!is_readable(listener.descriptor()))
                return;
            if (!make_room()) {
                rests_until = Clock::now() + 10ms;
                return;
            }
        }
        auto [outcome, socket] = listener.accept();
        if (outcome == Listener::Outcome::none)
            return;
        if (outcome == Listener::Outcome::no_room && !make_room()
            && !close_first(true, limits.reuse)) {
            rests_until = Clock::now() + 100ms;
            return;
        }
        if (outcome == Listener::Outcome::accepted)
            open[++last_connection]
                = std::make_unique<Connection>(std::move(socket), limits, counts);
    }
}

// Those that have shown the token and stay, or those that have not.
std::size_t HttpServer::count(bool is_trusted) const
{
    return static_cast<std::size_t>(std::count_if(open.begin(), open.end(), [&](const auto& entry) {
        return is_trusted ? entry.second->keeps_place() : !entry.second->is_trusted;
    }));
}

bool HttpServer::has_held() const
{
    return std::any_of(
        open.begin(), open.end(), [](const auto& entry) { return entry.second->held_since; });
}

// Of those that may go, the one does that has been silent longest.
bool HttpServer::close_first(bool is_trusted, std::chrono::milliseconds silence)
{
    using Rank = std::pair<Clock::time_point, std::uint64_t>;
    std::optional<Rank> first;
    for (const auto& [number, connection] : open) {
        if (connection->is_trusted != is_trusted || !connection->may_go(silence))
            continue;
        const Rank rank {connection->last_heard(), number};
        first = first ? std::min(*first, rank) : rank;
    }
    if (first)
        close(first->second);
    return first.has_value();
}

bool HttpServer::make_room() { return close_first(false, limits.hearing); }

bool HttpServer::make_place(std::chrono::milliseconds silence)
{
    return !is_full() || close_first(true, silence);
}

// Those that wait for a place, in the order in which they came. If nobody gets one for a while,
// they are told so.
void HttpServer::drive_held()
{
    std::vector<Connection*> held;
    for (const auto& [number, connection] : open)
        if (connection->held_since)
            held.push_back(connection.get());
    for (Connection* const connection : held) {
        const auto now = Clock::now();
        const auto end = std::max(*connection->held_since, last_let_in) + limits.patience;
        if (make_place(now < end ? limits.reuse : limits.patience)) {
            connection->held_since.reset();
            last_let_in = now;
            drive(*connection);
        } else if (now >= end) {
            connection->held_since.reset();
            connection->refuse(busy("all connections are in use"));
        }
    }
}

// While others wait, an answer is the last one of its connection. So their places become free
// without that a connection is closed on which its client may just send the next request.
void HttpServer::close_if_crowded(Connection& connection) const
{
    connection.closes = connection.closes || is_full() || has_held();
}

// Takes the requests that are there, one after another.
void HttpServer::drive(Connection& connection)
{
    using State = RequestReader::State;
    while (connection.is_ready() && !connection.held_since) {
        RequestReader& requests = connection.requests();
        if (requests.state() == State::admission)
            admit(connection);
        else if (requests.state() == State::whole)
            begin(connection);
        else if (requests.state() == State::refused)
            connection.refuse(service.worded(requests.head(), requests.refusal()));
        else if (requests.state() == State::body && keeps_too_much())
            connection.refuse(busy("too many requests are under way"));
        else
            return;
    }
}

// Bodies that are read at the same time, together.
bool HttpServer::keeps_too_much() const
{
    std::size_t bytes = 0;
    for (const auto& [number, connection] : open)
        if (connection->requests().state() == RequestReader::State::body)
            bytes += connection->requests().body_bytes();
    return bytes > 2 * limits.request.body_bytes;
}

static std::optional<HttpResponse> unmet_expectation(const HttpHead& head)
{
    if (!head.has("expect") || text::in_lower_case(head.value("expect")) == "100-continue")
        return std::nullopt;
    return error_response(417, "UNSUPPORTED", "nothing but 100-continue can be expected");
}

void HttpServer::admit(Connection& connection) const
{
    const HttpHead& head = connection.requests().head();
    connection.own_fields = {};
    connection.label = service.label_of(head);
    if (const auto answer = admission.misdirected(head))
        return connection.refuse(*answer);
    connection.own_fields = admission.fields_for(head);
    std::optional<HttpResponse> answer = admission.preflight(head);
    if (!answer)
        answer = service.public_answer(head);
    if (!answer)
        answer = admission.unauthorized(head);
    if (!answer)
        answer = unmet_expectation(head);
    if (!answer)
        answer = service.refusal(head);
    if (answer)
        return connection.refuse(service.worded(head, *answer));
    if (!connection.is_trusted && is_full()) {
        connection.held_since = Clock::now();
        return;
    }
    connection.is_trusted = true;
    const bool is_expected = head.has("expect");
    connection.requests().read_body();
    if (is_expected && connection.requests().state() == RequestReader::State::body)
        connection.go_on();
}

static bool asks_to_close(const HttpHead& head)
{
    return text::in_lower_case(head.value("connection")).find("close") != std::string::npos;
}

void HttpServer::begin(Connection& connection)
{
    connection.closes = asks_to_close(connection.requests().head());
    connection.exchange = ++last_exchange;
    under_way[last_exchange] = &connection;
    service.take(last_exchange, connection.requests().take());
}

bool HttpServer::has_to_write() const
{
    return std::any_of(
        open.begin(), open.end(), [](const auto& entry) { return entry.second->has_to_write(); });
}

Connection* HttpServer::connection_of(Exchange exchange)
{
    const auto found = under_way.find(exchange);
    return found == under_way.end() ? nullptr : found->second;
}

void HttpServer::answer(Exchange exchange, const HttpResponse& response)
{
    if (Connection* const connection = connection_of(exchange)) {
        under_way.erase(exchange);
        close_if_crowded(*connection);
        connection->answer(response);
    }
}

void HttpServer::begin_stream(Exchange exchange, HttpFields fields)
{
    if (Connection* const connection = connection_of(exchange)) {
        close_if_crowded(*connection);
        connection->begin_stream(std::move(fields));
    }
}

void HttpServer::send(Exchange exchange, std::string_view piece)
{
    if (Connection* const connection = connection_of(exchange))
        connection->send(piece);
}

std::size_t HttpServer::pending(Exchange exchange)
{
    const Connection* const connection = connection_of(exchange);
    return connection == nullptr ? 0 : connection->pending();
}

void HttpServer::end_stream(Exchange exchange)
{
    if (Connection* const connection = connection_of(exchange)) {
        under_way.erase(exchange);
        connection->end_stream();
    }
}

}
