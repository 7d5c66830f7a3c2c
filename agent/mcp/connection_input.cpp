#include "agent/mcp/connection.hpp"

#include "agent/model/server_json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace agent::mcp {

namespace protocol = toolkit::mcp;

// Processes what a server sends, all of which is untrusted. Malformed messages are dropped and
// counted, unexpected responses are dropped.

// Maximum number of queued bytes. Replies beyond it are dropped, for a server that sends requests
// and does not read the replies.
static constexpr std::size_t max_unread_replies = 256 << 10;

static constexpr std::size_t max_waiting_questions = 16; // not taken yet

static constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

static Json parsed_message(const std::string& line)
{
    json::JsonRules rules;
    rules.repeated = json::RepeatedNames::refused;
    rules.subject = "the response";
    return json::parse_json(line, rules);
}

// Returns a request id that the server sent as a number, or as a string with this number; 0 for
// anything else.
static RequestId request_id(std::string_view text)
{
    if (text.size() > 2 && text.starts_with('"') && text.ends_with('"'))
        text = text.substr(1, text.size() - 2);
    RequestId id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    return error == std::errc() && end == text.data() + text.size() ? id : 0;
}

Connection::Pending* Connection::awaited(std::string_view id)
{
    const auto found = pending.find(request_id(id));
    return found == pending.end() || found->second.response ? nullptr : &found->second;
}

void Connection::take_line(std::string line)
{
    if (line.starts_with(byte_order_mark))
        line.erase(0, byte_order_mark.size());
    auto read = protocol::read_envelope(line);
    if (const auto* const refusal = std::get_if<protocol::Refusal>(&read);
        refusal != nullptr && refusal->code == protocol::parse_error) {
        line = agent::model::repaired_json(line);
        read = protocol::read_envelope(line);
    }
    if (const auto* const refusal = std::get_if<protocol::Refusal>(&read))
        return take_unusable(*refusal, line);
    take_message(std::get<protocol::Envelope>(read), line);
}

void Connection::take_message(const protocol::Envelope& envelope, const std::string& line)
{
    try {
        Json message = parsed_message(line);
        if (envelope.kind == protocol::MessageKind::response)
            take_response(envelope.id, message);
        else if (envelope.kind == protocol::MessageKind::request)
            take_request(envelope, json::member(message, "params"));
        else
            take_notification(envelope, json::member(message, "params"));
    } catch (const ToolError& error) {
        ++dropped;
        if (envelope.kind == protocol::MessageKind::response)
            fail_request(envelope.id, error.message);
    }
}

void Connection::fail_request(std::string_view id, const std::string& why)
{
    server->has_response(request_id(id));
    if (Pending* const request = awaited(id))
        request->response = {.error = Response::Error {protocol::invalid_request, why}};
}

// Handles a line that nests too deep. In a list of tools only the tool with the deep schema is
// lost. Any other response must be complete, so its request fails.
bool Connection::take_too_deep(const std::string& line)
{
    constexpr std::size_t max_kept_depth = 60;
    const std::string kept = json::without_depth(line, max_kept_depth).value_or("");
    const auto read = protocol::read_envelope(kept);
    const auto* const envelope = std::get_if<protocol::Envelope>(&read);
    if (envelope == nullptr || envelope->kind != protocol::MessageKind::response)
        return false;
    Pending* const request = awaited(envelope->id);
    if (request != nullptr && request->method == "tools/list")
        take_message(*envelope, kept);
    else
        fail_request(envelope->id, "the response nests deeper than 64 levels");
    return true;
}

// Returns the id of the pending request that a line, which is not JSON, seems to answer; 0 if there
// is none.
RequestId Connection::awaited_in(std::string_view line) const
{
    constexpr std::string_view name = "\"id\"";
    constexpr std::string_view before_number = " \t:\"";
    for (std::size_t at = line.find(name); at != std::string_view::npos;
         at = line.find(name, at + name.size())) {
        std::string_view rest = line.substr(at + name.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(before_number), rest.size()));
        const std::size_t end = std::min(rest.find_first_not_of("0123456789"), rest.size());
        const auto found = pending.find(request_id(rest.substr(0, end)));
        if (found != pending.end() && !found->second.response)
            return found->first;
    }
    return 0;
}

// Handles a line that looks like a message but is not JSON: fails the request that it seems to
// answer.
void Connection::take_unreadable(const std::string& line)
{
    constexpr std::size_t max_shown = 100;
    if (!text::stripped(line).starts_with('{'))
        return;
    if (!std::exchange(has_unreadable, true))
        unreadable = text::shortened(text::printable(line.substr(0, 2 * max_shown)), max_shown);
    if (const RequestId id = awaited_in(line); id != 0)
        fail_request(std::to_string(id), "the response is not JSON");
}

// Some servers answer a request that they cannot read with an error without an id.
void Connection::take_unusable(const protocol::Refusal& refusal, const std::string& line)
{
    if (refusal.id.empty() && take_too_deep(line))
        return;
    ++dropped;
    if (refusal.code == protocol::parse_error)
        take_unreadable(line);
    fail_request(refusal.id, "the response is no message");
    if (now != State::starting || initialize_id != 0)
        return;
    try {
        const Json message = json::members_in(line, {"id", "error"});
        const auto asked = pending.find(discover_id);
        if (json::member(message, "error").is_object() && json::member(message, "id").is_null()
            && asked != pending.end())
            asked->second.response = {.error = Response::Error {protocol::invalid_request}};
    } catch (const ToolError&) { // not a JSON object
    }
}

void Connection::take_response(std::string_view id, Json& message)
{
    Pending* const request = awaited(id);
    server->has_response(request_id(id));
    if (request == nullptr)
        return;
    request->response.emplace();
    const Json& error = json::member(message, "error");
    if (error.is_null()) {
        request->response->result = std::move(message["result"]);
        return;
    }
    const Json& code = json::member(error, "code");
    request->response->error = Response::Error {code.is_number_integer() ? code.get<int>() : 0,
        json::string_member(error, "message"), json::member(error, "data")};
    // The header fields of the request no longer match the server's tool list.
    if (request->response->error->code == protocol::header_mismatch)
        list_changed = true;
}

void Connection::reply(const std::string& line)
{
    if (server->unsent_bytes() < max_unread_replies)
        server->send({line});
}

void Connection::take_request(const protocol::Envelope& envelope, const Json& params)
{
    const std::string_view method = envelope.method.view();
    if (method == "ping")
        return reply(protocol::result_line(envelope.id, Json::object()));
    if (method == "roots/list" && !rules.roots.is_null())
        return reply(protocol::result_line(envelope.id, {{"roots", rules.roots}}));
    if (method == "elicitation/create")
        return take_question_of(envelope.id, params);
    reply(protocol::error_line(
        envelope.id, {protocol::method_not_found, "this client does not have the method"}));
}

void Connection::take_question_of(std::string_view id, const Json& params)
{
    const std::string mode = json::string_member(params, "mode");
    const bool is_form = mode.empty() || mode == "form";
    if (!is_form && (mode != "url" || !rules.asks.url))
        return reply(protocol::error_line(
            id, {protocol::invalid_params, "questions of this mode can't be asked here"}));
    if ((is_form && !rules.asks.form) || questions.size() >= max_waiting_questions)
        return reply(protocol::result_line(id, {{"action", "decline"}}));
    questions.push_back({std::string(id), params});
}

// Only an increase of the progress number restarts the timeout.
void Connection::take_progress(Pending& request, const Json& params)
{
    const Json& number = json::member(params, "progress");
    const double done = number.is_number() ? number.get<double>() : 0;
    if (!request.done || done > *request.done) {
        request.last_sign = Clock::now();
        request.done = done;
    }
    request.progress = params;
}

void Connection::take_notification(const protocol::Envelope& envelope, const Json& params)
{
    const std::string_view method = envelope.method.view();
    if (method == "notifications/tools/list_changed")
        list_changed = true;
    else if (method == "notifications/prompts/list_changed")
        changed_lists.prompts = true;
    else if (method == "notifications/resources/list_changed")
        changed_lists.resources = true;
    else if (method == "notifications/resources/updated")
        take_updated_resource(json::string_member(params, "uri"));
    else if (method == "notifications/cancelled")
        take_cancelled_question(std::string(envelope.cancelled_id));
    else if (method == "notifications/elicitation/complete")
        remember(completed, json::string_member(params, "elicitationId"));
    else if (method == "notifications/progress") {
        const auto found = pending.find(request_id(json::member(params, "progressToken").dump()));
        if (found == pending.end())
            return;
        take_progress(found->second, params);
    }
}

// Keeps only the latest ids, since a server can send any number of them.
void Connection::remember(std::vector<std::string>& ids, std::string id)
{
    constexpr std::size_t max_kept = 64;
    constexpr std::size_t max_id = 256;
    if (id.empty() || id.size() > max_id)
        return;
    if (ids.size() == max_kept)
        ids.erase(ids.begin());
    ids.push_back(std::move(id));
}

void Connection::take_cancelled_question(std::string id)
{
    const auto count
        = std::erase_if(questions, [&](const Question& question) { return question.id == id; });
    if (count == 0)
        remember(withdrawn, std::move(id));
}

std::optional<Question> Connection::take_question()
{
    if (questions.empty())
        return std::nullopt;
    Question question = std::move(questions.front());
    questions.pop_front();
    return question;
}

void Connection::answer(const Question& question, const Json& result)
{
    if (now != State::over)
        reply(protocol::result_line(question.id, result));
}

}
