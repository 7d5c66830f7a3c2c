#include "agent/oauth/credentials.hpp"

#include "agent/oauth/encoding.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::oauth {

using namespace std::chrono_literals;

static constexpr auto max_time_of_renewal = 30s;
static constexpr auto time_between_locks = 50ms;
static constexpr int max_attempts_of_renewal = 3;
static constexpr auto time_of_bar = 5min;
static constexpr auto time_between_renewals = 20s; // after a failed renewal
static constexpr std::int64_t new_token_seconds = 60; // no renewal helps if it is refused sooner

Credentials::Credentials(ProtectedServer server, std::string login, TokenStore store)
    : server(std::move(server))
    , login(std::move(login))
    , store(std::move(store))
{
    obstacle = "needs a sign-in" + advice();
}

void Credentials::replace(Token other)
{
    other.rules.ca_file = server.ca_file;
    if (other.access != token.access) {
        ++number;
        if (!token.access.empty())
            previous_access = token.access;
        barred_until.reset();
        failed_at.reset();
        obstacle = "needs a sign-in" + advice();
    }
    token = std::move(other);
}

Token Credentials::stored_token() const
{
    Token stored = store.find(server.account).value_or(Token());
    stored.account = server.account;
    return stored;
}

void Credentials::load()
{
    if (!is_busy())
        replace(stored_token());
}

// Returns false if the stored token cannot be read; why() then has the reason.
bool Credentials::load_again()
try {
    load();
    return true;
} catch (const ToolError& error) {
    obstacle = "has a stored token that cannot be used: " + error.message
        + (error.hint.empty() ? "" : "; " + error.hint);
    return false;
}

bool Credentials::has_just_failed() const
{
    return failed_at && Clock::now() < *failed_at + time_between_renewals;
}

void Credentials::report(const char* state, const std::string& failure)
{
    events.push_back({state, token.issuer, token.granted, failure});
}

void Credentials::prepare()
{
    if (!is_busy() && !has_just_failed() && !token.access.empty() && token.is_renewable()
        && token.is_due(now_in_seconds()))
        begin_renewal();
}

bool Credentials::is_barred() const { return barred_until && Clock::now() < *barred_until; }

bool Credentials::may_send_again(std::uint64_t used)
{
    if (is_busy() || used != number)
        return true;
    if (token.access.empty())
        return false;
    if (!load_again()) // another process may have renewed it
        return false;
    if (used != number)
        return !token.access.empty();
    const auto now = now_in_seconds();
    const bool is_new = now < token.obtained + new_token_seconds && !token.is_expired(now);
    if (is_new) {
        barred_until = Clock::now() + time_of_bar;
        obstacle = "refuses a new token" + advice();
        return false;
    }
    if (!token.is_renewable() || has_just_failed())
        return false;
    begin_renewal();
    return true;
}

bool Credentials::has_other_token(std::uint64_t used)
{
    return (used != number || load_again()) && used != number && !token.access.empty();
}

void Credentials::want_scopes(const std::string& scopes)
{
    const std::string wanted = united_words(united_words(token.requested, token.wanted), scopes);
    obstacle = "needs more access (" + text::printable(scopes) + ")" + advice();
    if (wanted.size() > max_scopes || token.access.empty())
        return;
    try {
        const File held = store.try_to_lock(server.account);
        auto stored = store.find(server.account);
        if (!held || !stored || stored->access != token.access)
            return;
        stored->wanted = wanted;
        store.keep(*stored);
        token.wanted = wanted;
    } catch (const ToolError& error) {
        obstacle += "; the scopes cannot be stored: " + error.message;
    }
    events.push_back({"scope-wanted", token.issuer, wanted, ""});
}

std::string Credentials::without_token(std::string text) const
{
    static constexpr std::string_view mark = "[redacted]";
    static constexpr std::size_t min_size = 6; // shorter values would damage ordinary words
    for (const std::string* secret :
        {&token.access, &token.refresh, &previous_access, &token.client_secret}) {
        if (secret->size() < min_size)
            continue;
        for (std::size_t at = text.find(*secret); at != std::string::npos;
             at = text.find(*secret, at + mark.size()))
            text.replace(at, secret->size(), mark);
    }
    return text;
}

void Credentials::begin_renewal()
{
    stage = Stage::locking;
    attempts = 0;
    next_try = Clock::now();
    deadline = Clock::now() + max_time_of_renewal;
    step();
}

// Uses the token of another process if that has renewed it in the meantime.
void Credentials::take_lock()
{
    lock = store.try_to_lock(server.account);
    if (!lock) {
        next_try = Clock::now() + time_between_locks;
        if (Clock::now() >= deadline)
            finish("another process has been renewing it for 30 s");
        return;
    }
    const std::string used = token.access;
    replace(stored_token());
    if (token.access != used || !token.is_renewable())
        return finish("");
    request();
}

void Credentials::request()
{
    ++attempts;
    const Client client = client_of(token, server.settings, store);
    fetch = std::make_unique<Fetch>(authenticated_request("the token endpoint",
                                        token.token_endpoint, client, renewal_fields(token)),
        token.rules);
    stage = Stage::requesting;
}

void Credentials::retry(const std::string& failure)
{
    fetch.reset();
    if (attempts >= max_attempts_of_renewal || Clock::now() >= deadline)
        return finish(failure);
    next_try = Clock::now() + std::chrono::seconds(1U << static_cast<unsigned>(attempts - 1));
    stage = Stage::pausing;
}

void Credentials::take_reply()
{
    static constexpr std::array<std::string_view, 3> final_errors {
        "invalid_grant", "invalid_client", "unauthorized_client"};
    Fetch::Reply reply;
    try {
        reply = fetch->take();
    } catch (const ToolError& error) {
        return retry(error.message);
    }
    const EndpointError error = error_in(reply);
    if (reply.status / 100 == 5)
        return retry("the token endpoint replies: " + error.text);
    if (reply.status != 200 && error.code == "invalid_client")
        forget_client();
    if (reply.status != 200 && text::contains(final_errors, error.code))
        return lose("the token endpoint replies: " + error.text);
    Token renewed = token;
    take_token_reply(renewed, reply);
    // Stored before it is used, since the old refresh token may already be invalid.
    store.keep(renewed);
    replace(std::move(renewed));
    report("token-renewed", "");
    finish("");
}

// Deletes a client that the authorization server no longer knows: the next sign-in registers
// another one.
void Credentials::forget_client() const
{
    const auto stored = store.find_client(token.issuer);
    if (stored && stored->id == token.client_id && server.settings.client_id != token.client_id)
        store.forget_client(token.issuer);
}

void Credentials::lose(const std::string& failure)
{
    Token lost = token;
    lost.access.clear();
    lost.refresh.clear();
    lost.client_secret.clear();
    lost.expires.reset();
    store.keep(lost);
    report("token-lost", failure);
    replace(std::move(lost));
    lock = File();
    fetch.reset();
    stage = Stage::idle;
}

void Credentials::finish(const std::string& failure)
{
    lock = File();
    fetch.reset();
    stage = Stage::idle;
    if (failure.empty())
        return;
    failed_at = Clock::now();
    obstacle = "has a token that could not be renewed: " + failure;
    report("token-renewed", failure);
}

void Credentials::watch(system::Watch& watch) const
{
    if (stage == Stage::requesting)
        fetch->watch(watch);
    else if (stage != Stage::idle)
        watch.until(next_try);
}

void Credentials::step()
try {
    if (stage == Stage::requesting) {
        fetch->step();
        if (fetch->is_over())
            take_reply();
    } else if (stage != Stage::idle && Clock::now() >= next_try) {
        if (stage == Stage::locking)
            take_lock();
        else
            request();
    }
} catch (const ToolError& error) {
    finish(error.message);
}

}
