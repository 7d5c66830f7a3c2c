#include "agent/model/chat.hpp"

#include "agent/model/context_overflow.hpp"
#include "agent/model/finish.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

static constexpr std::size_t longest_error = 1000;

std::string shortened_error(const std::string& text) { return shortened(printable(text), longest_error); }

Json chat_request(const ChatSettings& settings, const std::vector<ToolSpec>& tools)
{
    Json request {{"model", settings.model}};
    if (settings.temperature)
        request["temperature"] = *settings.temperature;
    if (settings.max_tokens > 0)
        request["max_tokens"] = settings.max_tokens;
    if (settings.streaming == Streaming::on) {
        request["stream"] = true;
        request["stream_options"] = {{"include_usage", true}};
    }
    if (tools.empty())
        return request;
    Json& list = request["tools"] = Json::array();
    for (const auto& tool : tools) {
        const Json function {
            {"name", tool.name}, {"description", tool.description}, {"parameters", tool.schema}};
        list.push_back({{"type", "function"}, {"function", function}});
    }
    request["tool_choice"] = "auto";
    return request;
}

ToolError answered_error(const Json& answer)
{
    const std::string text = error_in(answer);
    return {
        Code::internal, "the endpoint answered an error: " + text, overflow_hint(answer.dump()).value_or("")};
}

bool is_error(const Json& answer)
{
    const Json& error = member(answer, "error");
    if (error.is_string() || error.is_structured())
        return !error.empty() && error != "";
    if (error.is_boolean())
        return error.get<bool>();
    if (!error.is_null())
        return true;
    // As FastAPI's servers and gateways of Anthropic's have it.
    const bool has_choices = member(answer, "choices").is_array();
    return !has_choices
        && (string_member(answer, "object") == "error" || string_member(answer, "type") == "error");
}

void require_no_failure(const Reply& reply)
{
    if (finish_of(reply.finish_reason) == Finish::failed)
        throw ToolError(Code::internal,
            "the endpoint has given up in the middle of the message: its finish_reason is "
                + in_quotes(shortened_error(reply.finish_reason)));
}

Reply read_chat_response(std::string_view body)
{
    Json json = parse_answer(body);
    if (is_error(json)) // some servers say with status 200 what went wrong, also beside a part of the message
        throw answered_error(json);
    Json choices = json.is_object() && json.contains("choices") ? std::move(json["choices"]) : Json();
    if (!choices.is_array() || choices.empty())
        throw unusable_answer("it has no choices");
    Json& first = choices[0];
    if (is_error(first))
        throw answered_error(first);
    Reply reply {{}, string_member(first, "finish_reason"), member(json, "usage")};
    if (first.is_object() && first.contains("message"))
        reply.message = std::move(first["message"]);
    if (!reply.message.is_object())
        throw unusable_answer("its first choice has no message");
    reply.message = as_assistant(std::move(reply.message));
    require_no_failure(reply);
    return reply;
}

std::string error_in(const Json& answer)
{
    const Json& error = member(answer, "error");
    for (const Json& candidate : {member(error, "message"), error, member(answer, "message")})
        if (candidate.is_string())
            return candidate;
    return answer.dump();
}

std::string whole_chat_error(std::string_view body)
{
    try {
        return error_in(parse_server_json(body));
    } catch (const ToolError&) { // then it is the text itself, for instance a proxy's page
        return std::string(body);
    }
}

std::string read_chat_error(std::string_view body) { return shortened_error(whole_chat_error(body)); }

std::string refused_field(std::string_view body)
{
    try {
        return string_member(member(parse_server_json(body), "error"), "param").substr(0, longest_error);
    } catch (const ToolError&) {
        return {};
    }
}

std::vector<ToolCall> take_calls(Json& message)
{
    std::vector<ToolCall> calls;
    const auto list = message.find("tool_calls");
    if (list == message.end() || list->is_null())
        return calls;
    if (!list->is_array())
        throw unusable_answer("tool_calls is not an array");
    if (list->size() > most_calls_of_message)
        throw unusable_answer("it has more than " + std::to_string(most_calls_of_message) + " tool calls");
    for (auto& call : *list) {
        const std::string name = string_member(member(call, "function"), "name");
        if (name.empty())
            throw unusable_answer("a tool call has no function name");
        if (string_member(call, "id").empty())
            call["id"] = "call_" + std::to_string(calls.size() + 1);
        const Json& arguments = member(member(call, "function"), "arguments");
        calls.push_back(
            {call["id"], name, arguments.is_string() ? arguments.get<std::string>() : arguments.dump()});
        if (arguments.is_null())
            calls.back().arguments.clear();
    }
    return calls;
}

std::string text_of(const Json& message)
{
    const Json& content = member(message, "content");
    if (content.is_string())
        return content;
    std::string text;
    if (content.is_array())
        for (const auto& part : content)
            text += string_member(part, "text");
    return text;
}

std::string reasoning_of(const Json& message)
{
    const std::string content = string_member(message, "reasoning_content");
    return content.empty() ? string_member(message, "reasoning") : content;
}

void tell(Listener& listener, const Json& message)
{
    if (const std::string reasoning = reasoning_of(message); !reasoning.empty())
        listener.hear_reasoning(reasoning);
    if (const std::string text = text_of(message); !text.empty())
        listener.hear_text(text);
}
