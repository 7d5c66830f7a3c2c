#include "agent/model/replay.hpp"

#include "agent/model/chat_completions.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

namespace agent::model {

using namespace toolkit;

static constexpr std::size_t max_recording = 256 << 20;

Replay::Exchange Replay::read_exchange(const std::string& line)
{
    Json given = json::parse_bounded(line);
    if (!json::member(given, "asked").is_array() || !json::member(given, "message").is_object())
        throw ToolError(Code::bad_request, "it is not {\"asked\": [...], \"message\": {...}}");
    Reply reply {read_message(as_assistant(given.at("message"))), // in the form that sessions keep
        json::string_member(given, "finish_reason"), json::member(given, "usage")};
    reply.fallback = json::string_member(given, "fallback");
    if (std::string why = json::string_member(given, "unusable_calls"); !why.empty())
        reply.unusable_calls = ToolError(Code::unsupported, std::move(why));
    return {std::move(given), std::move(reply)};
}

Replay::Replay(const std::string& path, const redaction::Redaction& redaction, Trace& trace)
    : name(text::in_quotes(path))
    , redaction(redaction)
    , trace(trace)
{
    const std::string text = system::read_named_file(path, "the recording", max_recording);
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        try {
            if (!line.empty())
                exchanges.push_back(read_exchange(line));
        } catch (const ToolError& error) {
            throw ToolError(Code::bad_request,
                "the recording " + name + ", line " + std::to_string(number) + ": "
                    + error.message);
        }
    }
}

static std::string content_of(const Json& message)
{
    const Json content = message.value("content", Json());
    return content.is_string() ? content.get<std::string>() : content.dump();
}

std::string without_environment(std::string text)
{
    static const std::string end = "</env>";
    if (const std::size_t at = text.find("<env>"); at != text.npos)
        if (const std::size_t to = text.find(end, at); to != text.npos)
            text.erase(at, to + end.size() - at);
    return text;
}

static bool fits_any(const std::string& recorded, const std::string& now)
{
    static const std::string any = "<any>";
    if (recorded.ends_with(any)
        && now.starts_with(recorded.substr(0, recorded.size() - any.size())))
        return true;
    return recorded.starts_with(any) && now.ends_with(recorded.substr(any.size()));
}

// Returns "answer", or "error CODE".
static std::string kind_of(const std::string& result)
{
    try {
        const Json json = json::parse_bounded(result);
        if (json.is_object() && json.contains("error"))
            return "error " + (json.contains("code") ? json.at("code").dump() : "");
    } catch (const ToolError&) { // a tool may print any text
    }
    return "answer";
}

static bool fits(const Json& recorded, const Json& now)
{
    const Json& role = now.at("role");
    if (!recorded.is_object() || recorded.value("role", Json()) != role
        || recorded.value("tool_call_id", Json()) != now.value("tool_call_id", Json()))
        return false;
    const std::string then = content_of(recorded);
    const std::string content = content_of(now);
    return then == content || fits_any(then, content)
        || (role == "system" && without_environment(then) == without_environment(content))
        || (role == "tool" && kind_of(then) == kind_of(content));
}

Reply Replay::ask_separately(const Messages& messages, ReplyListener& listener)
{
    seen = 0;
    Reply reply = ask(messages, listener);
    seen = 0;
    return reply;
}

Reply Replay::ask(const Messages& messages, ReplyListener& listener)
{
    if (next == exchanges.size())
        throw ToolError(Code::conflict,
            "the recording " + name + " ends after " + std::to_string(next)
                + " exchanges, and the model is asked again");
    const Exchange& exchange = exchanges[next++];
    const Json& asked = exchange.line.at("asked");
    if (json::member(exchange.line, "anew") == true)
        seen = 0;
    trace.debug(
        "REPLAY " + name + " exchange " + std::to_string(next), messages_json(messages).dump());
    trace.debug("recorded", exchange.line.dump());
    const std::string where = "the recording " + name + ", exchange " + std::to_string(next);
    if (asked.size() != messages.size() - seen)
        throw ToolError(Code::conflict,
            where + ", no longer fits: " + std::to_string(asked.size())
                + " new messages were recorded, and now there are "
                + std::to_string(messages.size() - seen));
    for (const auto& recorded : asked) {
        const Json now = redaction.redact_json(message_json(*messages[seen++]));
        if (!fits(recorded, now))
            throw ToolError(Code::conflict,
                where + ", no longer fits: recorded " + text::in_quotes(recorded.dump()) + ", now "
                    + text::in_quotes(now.dump()));
    }
    ++seen; // the reply, which comes back as the first of the next messages
    tell(listener, exchange.reply.message);
    return exchange.reply;
}

}
