#include "agent/mcp/connection.hpp"

#include "agent/mcp/server_process.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/mcp/requests.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

namespace protocol = toolkit::mcp;

Connection::Connection(calls::Launch launch, ConnectionRules rules)
    : Connection(
        [launch = std::move(launch), has_report = rules.has_report] {
            return std::make_unique<ServerProcess>(launch, has_report);
        },
        std::move(rules))
{
}

Connection::Connection(std::function<std::unique_ptr<Wire>()> make, ConnectionRules rules)
    : make(std::move(make))
    , rules(std::move(rules))
    , server(this->make())
    , start_deadline(Clock::now() + this->rules.start_timeout)
    , listen_delay(this->rules.patience.listen)
{
    if (this->rules.era == Era::legacy)
        initialize();
    else
        ask_for_era();
}

Json Connection::capabilities() const
{
    Json declared = Json::object();
    if (!rules.roots.is_null())
        declared["roots"] = Json::object();
    if (rules.asks.form)
        declared["elicitation"]["form"] = Json::object();
    if (rules.asks.url)
        declared["elicitation"]["url"] = Json::object();
    return declared;
}

// Returns the name or URI that a request is about, for its HTTP header fields.
static std::string subject_of(const std::string& method, const Json& params)
{
    if (method == "tools/call" || method == "prompts/get")
        return json::string_member(params, "name");
    return method == "resources/read" ? json::string_member(params, "uri") : "";
}

RequestId Connection::send_request(ClientMessage message, const Json& params)
{
    message.id = next_id++;
    message.line = protocol::request_line(message.id, message.method, params);
    message.name = subject_of(message.method, params);
    pending[message.id] = {message.method, Clock::now()};
    const RequestId id = message.id;
    server->send(std::move(message));
    return id;
}

void Connection::notify(const std::string& method, const Json& params)
{
    server->send({protocol::notification_line(method, params), 0, method});
}

RequestId Connection::begin(
    const std::string& method, Json params, Progress progress, HttpFields fields)
{
    const bool is_modern = introduced.era == Era::modern;
    if (is_modern)
        protocol::add_modern_meta(params, capabilities());
    if (progress == Progress::wanted)
        params["_meta"]["progressToken"] = next_id;
    return send_request(
        {.method = method, .is_modern = is_modern, .fields = std::move(fields)}, params);
}

RequestId Connection::ask_for_sign()
{
    return introduced.era == Era::modern ? begin("server/discover", Json::object())
                                         : begin("ping", Json::object());
}

std::optional<Response> Connection::take(RequestId id)
{
    const auto found = pending.find(id);
    if (found == pending.end() || !found->second.response)
        return std::nullopt;
    auto response = std::move(found->second.response);
    pending.erase(found);
    return response;
}

void Connection::give_up(RequestId id, const std::string& why)
{
    if (pending.erase(id) > 0 && now != State::over && !server->give_up(id))
        notify("notifications/cancelled", {{"requestId", id}, {"reason", why}});
}

Connection::Clock::time_point Connection::last_progress(RequestId id) const
{
    const auto found = pending.find(id);
    return found == pending.end() ? Clock::time_point() : found->second.last_sign;
}

Json Connection::take_progress(RequestId id)
{
    const auto found = pending.find(id);
    return found == pending.end() ? Json() : std::exchange(found->second.progress, Json());
}

void Connection::fail(const std::string& why)
{
    if (now == State::over)
        return;
    now = State::over;
    reason = why;
    server->kill();
}

void Connection::end()
{
    if (now == State::over)
        return;
    now = State::over;
    reason = "was ended";
    server->end(rules.patience.end);
}

void Connection::watch(system::Watch& watch) const
{
    if (!server)
        return;
    server->watch(watch);
    if (silent_since && now != State::over)
        watch.until(*silent_since + rules.patience.silence);
    if (next_listen)
        watch.until(*next_listen);
    if (now != State::starting)
        return;
    watch.until(start_deadline);
    if (discover_id != 0 && initialize_id == 0)
        watch.until(discover_deadline);
}

void Connection::step()
{
    if (!server)
        return;
    server->step();
    while (now != State::over) {
        auto line = server->take_line();
        if (!line)
            break;
        take_line(std::move(*line));
    }
    while (now != State::over) {
        auto failure = server->take_failure();
        if (!failure)
            break;
        take_failure(*failure);
    }
    if (now == State::starting)
        look_at_start();
    if (now != State::over)
        look_at_wire();
    if (now == State::ready)
        listen_again();
}

void Connection::take_failure(WireFailure& failure)
{
    if (failure.id == listen_id && failure.status == 200) {
        next_listen = Clock::now() + listen_delay;
        listen_delay = std::min(2 * listen_delay, rules.patience.max_listen);
    }
    const bool is_of_start = now == State::starting && pending.contains(failure.id);
    if (is_of_start && !failure.is_end && try_another_way(failure))
        return;
    const std::string why = failure.error.message;
    const bool is_words_of_server = failure.error.effect == Response::Error::Effect::as_it_says;
    if (Pending* const request = awaited(std::to_string(failure.id)))
        request->response = {.error = std::move(failure.error)};
    if (failure.is_end || (is_of_start && !is_words_of_server))
        fail(why);
}

void Connection::look_at_wire()
{
    if (server->is_too_long())
        return fail("printed a line of more than " + std::to_string(Wire::max_line >> 20) + " MiB");
    if (!server->is_silent())
        return;
    // The exit status is more informative than closed streams, and in most cases follows soon.
    if (!silent_since)
        silent_since = Clock::now();
    if (!server->is_over() && Clock::now() < *silent_since + rules.patience.silence)
        return;
    silent_since.reset();
    if (now == State::starting && discover_id != 0 && server->has_begun())
        return begin_anew_without_question();
    fail(server->is_over() ? server->how_it_ended() : "closed its stdin or its stdout");
}

}
