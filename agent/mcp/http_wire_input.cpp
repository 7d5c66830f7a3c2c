#include "agent/mcp/http_wire.hpp"

#include "agent/mcp/http_head.hpp"
#include "agent/oauth/challenge.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::mcp {

// Processes HTTP responses of a server. They are untrusted; messages are not parsed here.

using Purpose = HttpStream::Purpose;
using Effect = Response::Error::Effect;

static constexpr std::size_t max_in_message = 200;

std::string HttpWire::without_token(std::string text) const
{
    return credentials == nullptr ? text : credentials->without_token(std::move(text));
}

std::string HttpWire::in_message(const std::string& text) const
{
    return text::shortened(text::printable(without_token(text)), max_in_message);
}

void HttpWire::step()
{
    if (is_dead)
        return;
    if (credentials != nullptr)
        credentials->step();
    for (auto& stream : streams)
        step(stream);
    repeat_refused();
    std::erase_if(streams, [this](HttpStream& stream) { return is_done(stream); });
    if (end_reason)
        return die(*end_reason);
    if (is_ending) {
        if (streams.empty())
            kill();
        return;
    }
    send_waiting();
    if (wants_changes && waiting.empty())
        open_changes();
    send_held();
}

void HttpWire::step(HttpStream& stream)
{
    if (stream.is_due())
        get(stream, stream.last_id());
    stream.step();
    if (stream.purpose() == Purpose::initialize && stream.has_head() && session.empty())
        take_session(stream);
    for (const auto& event : stream.take_events())
        take_event(stream, event);
    if (!stream.is_request())
        return;
    if (auto document = stream.take_document())
        lines.push_back(std::move(*document));
}

void HttpWire::take_session(const HttpStream& stream)
{
    constexpr std::size_t longest = 1'024;
    if (is_older || stream.exchange()->status() != 200)
        return;
    session = stream.exchange()->field("mcp-session-id");
    const bool is_plain = std::all_of(
        session.begin(), session.end(), [](char byte) { return byte > ' ' && byte < 0x7f; });
    if (!is_plain || session.size() > longest)
        end_reason = "has given a session id that can't be sent back";
}

void HttpWire::take_event(const HttpStream& stream, const model::Event& event)
{
    if (event.is_error)
        return;
    if (stream.purpose() == Purpose::older && event.type == "endpoint") {
        if (!place.empty())
            return;
        const auto named = place_of_messages(server.route().url, event.data);
        if (named)
            place = *named;
        else
            end_reason = "names the URL " + text::in_quotes(in_message(event.data))
                + ", which is not of its own origin";
    } else if (!event.data.empty() && (event.type.empty() || event.type == "message")) {
        lines.push_back(event.data);
    }
}

bool HttpWire::is_done(HttpStream& stream)
{
    switch (stream.purpose()) {
    case Purpose::request:
    case Purpose::initialize:
        if (is_older && stream.has_head() && stream.exchange()->status() / 100 == 2)
            return true; // the response arrives on the other stream
        return stream.has_deadline() && (stream.is_over() || stream.is_late());
    case Purpose::message: return is_done_message(stream);
    case Purpose::changes: return is_done_changes(stream);
    case Purpose::older: look_at_older(stream); return false;
    case Purpose::farewell: break;
    }
    return stream.is_over() || stream.is_late();
}

// The response to a message is not awaited, but its status may show that the server accepts no
// further messages.
bool HttpWire::is_done_message(const HttpStream& stream)
{
    if (!stream.has_head() && !stream.is_over() && !stream.is_late())
        return false;
    waiting_bytes -= waiting.front().line.size();
    waiting.pop_front();
    if (!stream.has_head() || stream.exchange()->status() / 100 == 2)
        return true;
    if (const WireFailure failure = failure_of_status(stream); failure.is_end)
        end_reason = failure.error.message;
    return true;
}

// Many servers do not offer the stream of changes.
bool HttpWire::is_done_changes(HttpStream& stream)
{
    if (stream.has_head() && !stream.is_events())
        return true;
    if (stream.is_over() || stream.excess())
        stream.begin_later();
    return false;
}

void HttpWire::look_at_older(const HttpStream& stream)
{
    if (stream.has_head() && !stream.is_events())
        end_reason = "answers " + std::to_string(stream.exchange()->status()) + " "
            + in_message(stream.exchange()->reason()) + " to GET, and takes no message by POST";
    else if (stream.excess())
        end_reason = "can't be used: " + stream.excess()->message;
    else if (stream.is_over())
        end_reason = stream.has_head() || !stream.exchange()->failure()
            ? "closed its event stream"
            : "can't be reached: " + stream.exchange()->failure()->message;
}

std::optional<WireFailure> HttpWire::take_failure()
{
    for (auto at = streams.begin(); at != streams.end(); ++at) {
        if (!at->is_request() || at->has_deadline())
            continue;
        if (auto failure = judge(*at)) {
            failure->error.message = without_token(std::move(failure->error.message));
            sent.erase(at->id());
            streams.erase(at);
            return failure;
        }
    }
    return std::nullopt;
}

bool HttpWire::may_resume(const HttpStream& stream) const
{
    return era == Era::legacy && !is_older && !stream.last_id().empty();
}

// Returns nullopt while a response may still arrive.
std::optional<WireFailure> HttpWire::judge(HttpStream& stream)
{
    const web::WebExchange* const exchange = stream.exchange();
    if (exchange == nullptr)
        return std::nullopt;
    WireFailure failure {stream.id(), stream.has_head() ? exchange->status() : 0};
    failure.error.effect = Effect::unknown;
    const bool is_message = stream.is_events() || stream.is_document();
    if (stream.excess()) {
        failure.error.message = "can't be used: " + stream.excess()->message;
        return failure;
    }
    if (failure.status == 200 && !is_message && !stream.was_resumed()) {
        failure.error.message = "answers with "
            + text::in_quotes(in_message(exchange->field("content-type")))
            + ", which is no message";
        return failure;
    }
    if (!stream.is_over())
        return std::nullopt;
    const bool is_broken = stream.is_events() || (stream.was_resumed() && !stream.has_head());
    if (is_broken && may_resume(stream) && stream.begin_later())
        return std::nullopt;
    if (stream.was_resumed() || stream.is_events()) {
        failure.error.message = "closed the stream of its answer before the answer";
        return failure;
    }
    if (!stream.has_head()) {
        failure.is_end = !exchange->has_begun();
        failure.error.message = (failure.is_end ? "can't be reached: " : "broke off: ")
            + exchange->failure()->message;
        failure.error.effect = failure.is_end ? Effect::none : Effect::unknown;
        return failure;
    }
    if (failure.status != 200)
        return failure_of_status(stream);
    failure.error.message = exchange->failure() ? "broke off: " + exchange->failure()->message
                                                : "has sent an answer without a response";
    return failure;
}

// Returns the protocol error in the body of an HTTP error; nullopt if there is none.
static std::optional<Response::Error> error_in(const std::string& body)
{
    try {
        const Json message = json::parse_bounded(body);
        const Json& error = json::member(message, "error");
        const Json& code = json::member(error, "code");
        if (json::member(message, "jsonrpc") == "2.0" && code.is_number_integer())
            return Response::Error {code.get<int>(), json::string_member(error, "message"),
                json::member(error, "data")};
    } catch (const ToolError&) { // not a message
    }
    return std::nullopt;
}

bool HttpWire::is_refused_for_scope(const HttpStream& stream) const
{
    return stream.exchange()->status() == 403
        && oauth::bearer_challenge_in(stream.exchange()->fields("www-authenticate")).error
        == "insufficient_scope";
}

WireFailure HttpWire::refusal_of_token(WireFailure failure, const HttpStream& stream)
{
    failure.is_end = failure.status == 401;
    is_refused = is_refused || failure.is_end;
    const auto challenge
        = oauth::bearer_challenge_in(stream.exchange()->fields("www-authenticate"));
    if (!failure.is_end) {
        credentials->want_scopes(challenge.scope);
        failure.error.scopes = challenge.scope;
    }
    // The server may require a key, which a sign-in does not provide.
    const bool is_vague
        = failure.is_end && challenge.resource_metadata.empty() && credentials->access().empty();
    if (is_vague)
        failure.error.message
            += ": set 'headers' in its entry, or run '" + credentials->login_command() + "'";
    else
        failure.error.message = credentials->why();
    failure.error.sign_in = credentials->login_command();
    return failure;
}

bool HttpWire::may_send_again(const HttpStream& stream)
{
    if (!stream.has_head())
        return false;
    if (stream.exchange()->status() == 401)
        return credentials->may_send_again(stream.used_token());
    return is_refused_for_scope(stream) && credentials->has_other_token(stream.used_token());
}

// Returns the message of a refused request if another token may help. A request whose stream was
// resumed was accepted before: if it was sent again, the server could execute it twice.
std::optional<ClientMessage> HttpWire::message_to_repeat(const HttpStream& stream)
{
    const auto found = sent.find(stream.id());
    if (found == sent.end() || stream.was_resumed() || !may_send_again(stream))
        return std::nullopt;
    ClientMessage message = std::move(found->second);
    sent.erase(found);
    message.is_repeated = true;
    return message;
}

// Schedules refused requests and messages to be sent once more with another token. Also requests
// the stream of changes, and streams that were resumed, again.
void HttpWire::repeat_refused()
{
    if (credentials == nullptr || is_ending)
        return;
    for (auto at = streams.begin(); at != streams.end();) {
        const auto stream = at++;
        const bool is_refused_now = stream->has_head() && stream->exchange()->status() == 401;
        if (auto message = message_to_repeat(*stream)) {
            held.push_back(std::move(*message));
            streams.erase(stream);
        } else if (is_refused_now && stream->purpose() == Purpose::message && !waiting.empty()
            && !waiting.front().is_repeated && credentials->may_send_again(stream->used_token())) {
            waiting.front().is_repeated = true;
            streams.erase(stream);
        } else if (is_refused_now
            && (stream->purpose() == Purpose::changes || stream->was_resumed())
            && credentials->may_send_again(stream->used_token())) {
            (void)stream->begin_later();
        }
    }
}

WireFailure HttpWire::failure_of_status(const HttpStream& stream)
{
    const web::WebExchange& exchange = *stream.exchange();
    const int status = exchange.status();
    const std::string answer
        = "answers " + std::to_string(status) + " " + in_message(exchange.reason());
    WireFailure failure {stream.id(), status};
    failure.error.effect = status >= 500 ? Effect::unknown : Effect::none;
    failure.error.message = answer;
    if (status / 100 == 3) {
        failure.is_end = true;
        failure.error.message = "redirects to "
            + text::in_quotes(in_message(exchange.field("location")))
            + ", which is not followed: its 'url' has to name the server itself";
    } else if (credentials != nullptr && (status == 401 || is_refused_for_scope(stream))) {
        return refusal_of_token(std::move(failure), stream);
    } else if (status == 401) {
        failure.is_end = true;
        failure.error.message = answer + ": set 'headers' in its entry";
    } else if (status == 404 && !session.empty() && stream.purpose() != Purpose::initialize) {
        failure.is_end = true;
        is_session_lost = true;
        failure.error.message = "has ended the session";
    } else if (auto said = error_in(without_token(stream.body()))) {
        failure.error = std::move(*said);
    } else if (!exchange.failure() && status == 403) {
        failure.error.message = answer + "; 'headers' in its entry may let it in";
    }
    return failure;
}

}
