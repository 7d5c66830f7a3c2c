#include "agent/model/streamed_reply.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/context_overflow.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace agent::model {

using namespace toolkit;

void StreamedReply::Told::add(const Json& delta)
{
    if (const std::string piece = reasoning_of(delta); !piece.empty()) {
        if (!text.empty())
            pass_on();
        reasoning += piece;
    }
    text += text_of(delta);
    if (const Json& calls = json::member(delta, "tool_calls"); calls.is_array())
        for (const Json& call : calls) {
            const Json& function = json::member(call, "function");
            const auto* const piece
                = json::member(function, "arguments").get_ptr<const std::string*>();
            const bool is_new = !json::string_member(function, "name").empty();
            if (is_new || piece != nullptr)
                listener.on_arguments(
                    piece != nullptr ? std::string_view(*piece) : std::string_view(), is_new);
        }
}

void StreamedReply::Told::pass_on()
{
    if (const std::string piece = std::exchange(reasoning, {}); !piece.empty())
        listener.on_reasoning(piece);
    if (const std::string piece = std::exchange(text, {}); !piece.empty())
        listener.on_text(piece);
}

StreamedReply::StreamedReply(ReplyListener& listener, Wire wire)
    : told {listener, {}, {}}
    , wire(wire)
{
}

// True for an event that only keeps the connection open, whatever its form. A damaged chunk is not
// skipped, since text would be missing.
static bool is_ping(const std::string& event) { return !text::stripped(event).starts_with('{'); }

static Json chunk_of(const std::string& event)
{
    try {
        return parse_server_json(event);
    } catch (const ToolError& error) {
        throw ToolError(Code::unsupported, "the server's stream can't be used: " + error.message);
    }
}

// True if a delta has a part of the message.
static bool says_something(const Json& delta)
{
    const Json& calls = json::member(delta, "tool_calls");
    return !text_of(delta).empty() || !reasoning_of(delta).empty()
        || (calls.is_array() && !calls.empty()) || json::member(delta, "function_call").is_object();
}

void StreamedReply::take_chunk(const std::string& event)
{
    has_chunk = true;
    const Json given = chunk_of(characters.joined(event));
    if (wire == Wire::chat_completions)
        return add_chunk(given, event);
    const Json chunk = responses.chunk_of(given);
    if (!chunk.is_null())
        add_chunk(chunk, event);
    else if (json::string_member(given, "type").empty())
        keep_other(event);
    is_done = is_done || assembly.has_reason(); // the event with the reason is the last one
}

void StreamedReply::add_chunk(const Json& chunk, const std::string& event)
{
    const bool had_reason = assembly.has_reason();
    if (!has_choices && is_error(chunk))
        throw failed_request(chunk);
    const Json& choices = json::member(chunk, "choices");
    const Json delta = assembly.add(chunk);
    has_choices = has_choices || (choices.is_array() && !choices.empty());
    if (choices.is_null() && json::member(chunk, "usage").is_null()
        && json::string_member(chunk, "type") != "ping")
        keep_other(event);
    const bool says = says_something(delta);
    goes_on_after_reason = goes_on_after_reason || (had_reason && says);
    const bool has_usage = json::member(chunk, "usage").is_object();
    const bool ended_with_text = ends_with_text;
    if (says || has_usage || !choices.empty())
        ends_with_text = says;
    ends_with_usage = has_choices && has_usage && choices.empty();
    has_more = has_more || had_reason != assembly.has_reason() || says
        || ended_with_text != ends_with_text;
    told.add(delta);
}

void StreamedReply::keep_other(const std::string& event)
{
    if (other.empty())
        other = event;
}

static bool is_whole_object(std::string_view text)
{
    try {
        return text.starts_with('{') && parse_server_json(text).is_object();
    } catch (const ToolError&) {
        return false;
    }
}

// Splits an event at its newlines if each line is an object or [DONE]: some servers do not send the
// empty lines between events.
static std::vector<std::string> parts_of(const std::string& event)
{
    if (event.find('\n') == std::string::npos)
        return {event};
    std::vector<std::string> parts;
    for (const auto& line : text::split_lines(event)) {
        const std::string part(text::stripped(line.text));
        if (part.empty())
            continue;
        if (part != "[DONE]" && !is_whole_object(part))
            return {event};
        parts.push_back(part);
    }
    return parts;
}

static std::vector<Event> parted(const std::vector<Event>& events)
{
    std::vector<Event> result;
    for (const auto& event : events)
        for (auto& part : parts_of(event.data)) {
            result.push_back(event);
            result.back().data = std::move(part);
        }
    return result;
}

ToolError StreamedReply::error_of(const std::string& event) const
{
    Json words;
    try {
        words = parse_server_json(event);
    } catch (const ToolError&) {
        words = {{"error", whole_chat_error(event)}};
    }
    if (const Json error = wire == Wire::responses ? ResponseEvents().chunk_of(words) : Json();
        is_error(error))
        words = error;
    return has_choices ? answered_error(words) : failed_request(words);
}

// If an event is an error, delivers the text received before it, and then throws the error.
void StreamedReply::take_events(const std::vector<Event>& events)
{
    try {
        take_each(parted(events));
    } catch (const ToolError&) {
        told.pass_on();
        throw;
    }
    told.pass_on();
}

void StreamedReply::take_each(const std::vector<Event>& events)
{
    for (const auto& event : events) {
        is_done = is_done || text::stripped(event.data) == "[DONE]";
        if (is_done)
            return;
        if (event.is_error)
            throw error_of(event.data);
        if (is_ping(event.data))
            keep_other(event.data);
        else
            take_chunk(event.data);
    }
}

Stream StreamedReply::take(std::string_view piece)
{
    is_begun = true;
    has_more = false;
    has_chunk = false;
    take_events(stream.add(piece));
    if (is_done)
        return Stream::has_ended;
    if (!assembly.has_reason() || goes_on_after_reason)
        return has_chunk || !stream.is_between_events() ? Stream::goes_on : Stream::keeps_alive;
    if (!has_more)
        return Stream::says_nothing;
    return ends_with_text ? Stream::may_go_on : Stream::may_end;
}

std::string StreamedReply::other_words() const
{
    return other.empty() || has_choices ? "" : "; it says: " + whole_chat_error(other);
}

Reply StreamedReply::reply()
{
    if (!is_done)
        take_events(stream.end());
    if (!is_complete() && !ends_with_usage)
        throw ToolError(Code::io_error,
            "the server's stream ends in the middle of the message" + other_words());
    if (!has_choices)
        throw ToolError(other.empty() ? Code::io_error : Code::unsupported,
            std::string("the server's stream can't be used: it has no ")
                + (wire == Wire::responses ? "output" : "choices") + other_words(),
            overflow_hint(other).value_or(""));
    return assembly.take();
}

}
