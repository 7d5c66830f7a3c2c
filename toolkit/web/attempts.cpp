#include "toolkit/web/attempts.hpp"

#include "toolkit/web/http_error.hpp"

#include <algorithm>
#include <utility>

namespace toolkit::web {

namespace asio = boost::asio;

// The delay that RFC 8305 recommends.
static constexpr std::chrono::milliseconds attempt_delay {250};

static std::vector<Attempts::Endpoint> taking_turns(
    const std::vector<Attempts::Endpoint>& endpoints)
{
    std::vector<Attempts::Endpoint> first;
    std::vector<Attempts::Endpoint> second;
    for (const auto& endpoint : endpoints) {
        auto& family = endpoint.protocol() == endpoints.front().protocol() ? first : second;
        if (std::find(family.begin(), family.end(), endpoint) == family.end())
            family.push_back(endpoint);
    }
    std::vector<Attempts::Endpoint> turns;
    for (std::size_t at = 0; at < std::max(first.size(), second.size()); ++at)
        for (const auto* family : {&first, &second})
            if (at < family->size())
                turns.push_back((*family)[at]);
    return turns;
}

Attempts::Attempts(asio::io_context& io, const std::vector<Endpoint>& endpoints)
    : timer(io)
{
    for (const auto& endpoint : taking_turns(endpoints))
        attempts.push_back({endpoint, Socket(io)});
}

void Attempts::start(std::function<void(Error)> when_over)
{
    done = std::move(when_over);
    begin_next();
}

void Attempts::begin_next()
{
    if (!done || next == attempts.size())
        return;
    const std::size_t index = next++;
    const auto self = shared_from_this();
    attempts[index].socket.async_connect(
        attempts[index].endpoint, [self, index](Error error) { self->end(index, error); });
    if (next == attempts.size())
        return;
    timer.expires_after(attempt_delay);
    timer.async_wait([self](Error error) {
        if (!error)
            self->begin_next();
    });
}

void Attempts::end(std::size_t index, Error error)
{
    if (!done)
        return;
    winner = index;
    if (!error)
        return finish(error);
    Error ignored;
    attempts[index].error = error;
    attempts[index].socket.close(ignored);
    if (++failed == attempts.size())
        return finish(error);
    begin_next();
}

// Cancels the remaining attempts. Their handlers then have no effect.
void Attempts::finish(Error error)
{
    timer.cancel();
    Error ignored;
    for (std::size_t index = 0; index < attempts.size(); ++index)
        if (index != winner)
            attempts[index].socket.close(ignored);
    std::exchange(done, nullptr)(error);
}

void Attempts::watch(system::Watch& watch) const
{
    if (next < attempts.size())
        watch.until(timer.expiry());
    for (const auto& attempt : attempts)
        if (attempt.socket.is_open())
            watch.writable(const_cast<Socket&>(attempt.socket).native_handle()); // NOLINT
}

Attempts::Socket Attempts::take() { return std::move(attempts[winner].socket); }

std::string Attempts::failures(const std::string& host) const
{
    static constexpr std::size_t max_named = 8;
    std::vector<std::pair<std::string, std::string>> reasons; // reasons and their addresses
    for (std::size_t index = 0; index < std::min(next, max_named); ++index) {
        std::string reason = attempts[index].error ? words_of(attempts[index].error) : "no answer";
        const std::string address = attempts[index].endpoint.address().to_string();
        if (address == host)
            return reason;
        const auto known = std::find_if(reasons.begin(), reasons.end(),
            [&](const auto& other) { return other.first == reason; });
        if (known == reasons.end())
            reasons.emplace_back(reason, address);
        else
            known->second += ", " + address;
    }
    std::string text;
    for (const auto& [reason, addresses] : reasons)
        text += (text.empty() ? "" : "; ") + reason + " (" + addresses + ")";
    if (next > max_named)
        text += "; and " + std::to_string(next - max_named) + " more addresses";
    return text;
}

// A refused connection is not counted: it is more often a wrong address than a server that is
// restarting.
bool Attempts::may_pass() const
{
    return std::any_of(attempts.begin(), attempts.end(), [](const Attempt& attempt) {
        return attempt.error == asio::error::timed_out
            || attempt.error == asio::error::host_unreachable
            || attempt.error == asio::error::network_unreachable
            || attempt.error == asio::error::connection_reset;
    });
}

}
