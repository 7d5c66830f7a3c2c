#include "toolkit/http/http_server.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace toolkit::http {

using namespace std::chrono_literals;

HttpServer::HttpServer(
    Listener& listener, Admission admission, HttpLimits limits, HttpService& service)
    : listener(listener)
    , admission(std::move(admission))
    , limits(limits)
    , service(service)
    , unauthenticated(loop.add(listener.descriptor(), [this](std::uint32_t) { on_newcomers(); }))
{
    if (!unauthenticated.await(EPOLLIN))
        throw system::system_error("cannot wait for connections");
}

void HttpServer::watch(system::Watch& watch) const
{
    loop.watch(watch);
    if (!held.empty())
        watch.until(is_full() ? tries_held_at : Clock::now());
}

void HttpServer::step(const system::Watch& watch)
{
    loop.dispatch(watch);
    drive_held();
    if (std::exchange(has_unauthenticated, false))
        accept_all();
}

// Lets new connections be accepted after the others have had their turn. Also called at the end of
// a pause.
void HttpServer::on_newcomers()
{
    has_unauthenticated = true;
    if (!unauthenticated.await(EPOLLIN))
        unauthenticated.wake_at(Clock::now() + 100ms);
}

// Handles the events of a connection. Does nothing if the connection no longer exists.
void HttpServer::visit(std::uint64_t number, std::uint32_t events)
{
    const auto found = open.find(number);
    if (found == open.end())
        return;
    Peer& peer = found->second;
    Connection& connection = peer.connection;
    const std::size_t pending = connection.pending();
    connection.step(events);
    if (connection.is_streaming() && !connection.is_over() && connection.pending() < pending)
        service.taken(connection.exchange);
    drive(peer);
    settle(peer);
    if (has_to_close(connection))
        close(number);
}

bool HttpServer::has_to_close(const Connection& connection)
{
    return connection.is_over() || (connection.has_left() && connection.exchange != 0);
}

// Must be called after anything that may have changed what a connection waits for.
void HttpServer::settle(Peer& peer)
{
    Connection& connection = peer.connection;
    connection.look_at_clock();
    recount(peer);
    if (!peer.events.await(connection.awaited()))
        connection.close();
    const bool is_due = connection.has_to_go_on() || has_to_close(connection);
    peer.events.wake_at(is_due ? Clock::now() : connection.deadline());
}

void HttpServer::recount(Peer& peer)
{
    Connection& connection = peer.connection;
    const bool reads_body = connection.requests().state() == RequestReader::State::body;
    const Tally now {connection.is_trusted ? 0U : 1U, connection.keeps_place() ? 1U : 0U,
        reads_body ? connection.requests().body_bytes() : 0U};
    tally.unauthenticated += now.unauthenticated - peer.counted.unauthenticated;
    tally.places += now.places - peer.counted.places;
    tally.body_bytes += now.body_bytes - peer.counted.body_bytes;
    peer.counted = now;
}

void HttpServer::close(std::uint64_t number)
{
    const auto node = open.extract(number);
    const Peer& peer = node.mapped();
    tally.unauthenticated -= peer.counted.unauthenticated;
    tally.places -= peer.counted.places;
    tally.body_bytes -= peer.counted.body_bytes;
    held.erase(number);
    const Exchange exchange = peer.connection.exchange;
    if (under_way.erase(exchange) == 0)
        return;
    if (peer.connection.has_stalled)
        ++count_stalled;
    service.lost(exchange);
}

static HttpResponse busy(const std::string& why)
{
    HttpResponse answer = error_response(503, "BUSY", why, "try again soon");
    answer.fields.emplace_back("Retry-After", "1");
    return answer;
}

void HttpServer::accept_all()
{
    for (std::size_t accepted = 0; accepted < limits.unauthenticated; ++accepted) {
        if (tally.unauthenticated >= limits.unauthenticated) {
            if (!system::is_readable(listener.descriptor()))
                return;
            if (!make_room())
                return rest(10ms);
        }
        auto [outcome, socket, user] = listener.accept();
        if (outcome == Listener::Outcome::none)
            return;
        if (outcome == Listener::Outcome::no_room && !make_room()
            && !close_first(true, limits.reuse))
            return rest(100ms);
        if (outcome == Listener::Outcome::accepted)
            add(std::move(socket), user);
    }
}

void HttpServer::add(File socket, std::optional<uid_t> user)
{
    const std::uint64_t number = ++last_connection;
    auto events = loop.add(
        socket.descriptor(), [this, number](std::uint32_t events) { visit(number, events); });
    const auto [added, is_new] = open.emplace(number,
        Peer {Connection(std::move(socket), limits, counts, user), number, std::move(events)});
    settle(added->second);
}

void HttpServer::rest(std::chrono::milliseconds time)
{
    if (unauthenticated.await(0))
        unauthenticated.wake_at(Clock::now() + time);
}

// Of the connections that may be closed, closes the one that has been silent longest.
bool HttpServer::close_first(bool is_trusted, std::chrono::milliseconds silence)
{
    using Rank = std::pair<Clock::time_point, std::uint64_t>;
    std::optional<Rank> first;
    for (const auto& [number, peer] : open) {
        if (peer.connection.is_trusted != is_trusted || !peer.connection.may_go(silence))
            continue;
        const Rank rank {peer.connection.last_heard(), number};
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

// Admits connections that wait for a place, in the order in which they arrived. If no place becomes
// free for a while, they get 503.
void HttpServer::drive_held()
{
    if (held.empty() || (is_full() && Clock::now() < tries_held_at))
        return;
    tries_held_at = Clock::now() + 10ms;
    for (const std::uint64_t number : std::set(held)) {
        Peer& peer = open.at(number);
        const auto now = Clock::now();
        const auto end = std::max(*peer.connection.held_since, last_let_in) + limits.patience;
        const bool has_place = make_place(now < end ? limits.reuse : limits.patience);
        if (!has_place && now < end)
            continue;
        held.erase(number);
        peer.connection.held_since.reset();
        if (has_place) {
            last_let_in = now;
            drive(peer);
        } else {
            peer.connection.refuse(busy("all connections are in use"));
        }
        settle(peer);
    }
}

// While others wait, connections are closed after their response. Their places become free without
// closing a connection on which the client may just be sending the next request.
void HttpServer::close_if_crowded(Connection& connection) const
{
    if (is_full() || !held.empty())
        connection.close_after_answer();
}

// Handles the requests that have arrived, one after another.
void HttpServer::drive(Peer& peer)
{
    using State = RequestReader::State;
    Connection& connection = peer.connection;
    recount(peer);
    while (connection.is_ready() && !connection.held_since) {
        RequestReader& requests = connection.requests();
        if (requests.state() == State::admission)
            admit(peer);
        else if (requests.state() == State::whole)
            begin(peer);
        else if (requests.state() == State::refused)
            connection.refuse(service.worded(requests.head(), requests.refusal()));
        else if (requests.state() == State::body && keeps_too_much())
            connection.refuse(busy("too many requests are under way"));
        else
            return;
    }
}

static bool expects_to_go_on(const HttpHead& head)
{
    return text::in_lower_case(head.value("expect")) == "100-continue";
}

static std::optional<HttpResponse> unmet_expectation(const HttpHead& head)
{
    if (!head.has("expect") || expects_to_go_on(head))
        return std::nullopt;
    return error_response(417, "UNSUPPORTED", "nothing but 100-continue can be expected");
}

static std::optional<HttpResponse> unread_coding(const HttpHead& head)
{
    const std::string coding = head.value("content-encoding");
    if (coding.empty() || text::in_lower_case(coding) == "identity")
        return std::nullopt;
    HttpResponse answer = error_response(415, "UNSUPPORTED",
        "unsupported Content-Encoding " + text::in_quotes(coding),
        "send the body without a Content-Encoding");
    answer.fields.emplace_back("Accept-Encoding", "identity");
    return answer;
}

void HttpServer::admit(Peer& peer)
{
    Connection& connection = peer.connection;
    const HttpHead& head = connection.requests().head();
    connection.own_fields = {};
    connection.label = service.label_of(head);
    connection.prepare_answer(head);
    if (const auto answer = admission.misdirected(head))
        return connection.refuse(*answer);
    connection.own_fields = admission.fields_for(head);
    std::optional<HttpResponse> answer = admission.preflight(head);
    if (!answer)
        answer = service.public_answer(head);
    if (answer && !connection.requests().has_body())
        return answer_whole(connection, service.worded(head, *answer));
    if (!answer)
        answer = admission.unauthorized(head);
    if (!answer)
        answer = unmet_expectation(head);
    if (!answer)
        answer = unread_coding(head);
    if (!answer)
        answer = service.refusal(head);
    if (answer)
        return connection.refuse(service.worded(head, *answer));
    if (!connection.is_trusted && is_full()) {
        connection.held_since = Clock::now();
        held.insert(peer.number);
        return;
    }
    connection.is_trusted = true;
    const bool is_expected = expects_to_go_on(head) && !head.is_http_1_0;
    connection.requests().read_body();
    recount(peer);
    if (is_expected && connection.requests().state() == RequestReader::State::body)
        connection.go_on();
}

// Answers a request without a body. The request needed no token, so the connection is not trusted
// because of it.
void HttpServer::answer_whole(Connection& connection, const HttpResponse& response) const
{
    close_if_crowded(connection);
    connection.requests().read_body();
    connection.requests().take();
    connection.answer(response);
}

void HttpServer::begin(Peer& peer)
{
    Connection& connection = peer.connection;
    connection.exchange = ++last_exchange;
    under_way[last_exchange] = &peer;
    service.take(last_exchange, connection.requests().take());
}

bool HttpServer::has_to_write() const
{
    return std::any_of(open.begin(), open.end(),
        [](const auto& one) { return one.second.connection.has_to_write(); });
}

HttpServer::Peer* HttpServer::peer_of(Exchange exchange)
{
    const auto found = under_way.find(exchange);
    return found == under_way.end() ? nullptr : found->second;
}

void HttpServer::answer(Exchange exchange, const HttpResponse& response)
{
    if (Peer* const peer = peer_of(exchange)) {
        under_way.erase(exchange);
        close_if_crowded(peer->connection);
        peer->connection.answer(response);
        settle(*peer);
    }
}

void HttpServer::begin_stream(Exchange exchange, HttpFields fields)
{
    if (Peer* const peer = peer_of(exchange)) {
        close_if_crowded(peer->connection);
        peer->connection.begin_stream(std::move(fields));
        settle(*peer);
    }
}

void HttpServer::send(Exchange exchange, std::string_view piece)
{
    if (Peer* const peer = peer_of(exchange)) {
        peer->connection.send(piece);
        settle(*peer);
    }
}

std::size_t HttpServer::pending(Exchange exchange)
{
    const Peer* const peer = peer_of(exchange);
    return peer == nullptr ? 0 : peer->connection.pending();
}

void HttpServer::end_stream(Exchange exchange)
{
    if (Peer* const peer = peer_of(exchange)) {
        under_way.erase(exchange);
        peer->connection.end_stream();
        settle(*peer);
    }
}

}
