#include "agent/model/chat_completions.hpp"

#include "agent/model/context_overflow.hpp"
#include "agent/model/finish.hpp"
#include "agent/model/gateway_forms.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::model {

using namespace toolkit;

static Json tool_choice_of(const ChatSettings& settings)
{
    if (!settings.required_call)
        return "auto";
    if (settings.required_call->empty())
        return "required";
    return {{"type", "function"}, {"function", {{"name", *settings.required_call}}}};
}

Json chat_request(const ChatSettings& settings, const std::vector<ToolSpec>& tools)
{
    Json request {{"model", settings.model}};
    if (settings.temperature)
        request["temperature"] = *settings.temperature;
    if (settings.top_p)
        request["top_p"] = *settings.top_p;
    if (settings.seed)
        request["seed"] = *settings.seed;
    if (!settings.stops.empty())
        request["stop"] = settings.stops;
    if (settings.max_tokens > 0)
        request["max_tokens"] = settings.max_tokens;
    if (!settings.reasoning_effort.empty())
        request["reasoning_effort"] = settings.reasoning_effort;
    if (settings.streaming == Streaming::on) {
        request["stream"] = true;
        request["stream_options"] = {{"include_usage", true}};
    }
    if (!settings.allows_parallel_calls)
        request["parallel_tool_calls"] = false;
    if (tools.empty())
        return request;
    Json& list = request["tools"] = Json::array();
    for (const auto& tool : tools) {
        const Json function {
            {"name", tool.name}, {"description", tool.description}, {"parameters", tool.schema}};
        list.push_back({{"type", "function"}, {"function", function}});
    }
    request["tool_choice"] = tool_choice_of(settings);
    return request;
}

void require_no_failure(const Reply& reply)
{
    if (finish_of(reply.finish_reason) == Finish::failed)
        throw ToolError(Code::internal,
            "the server has given up in the middle of the message: its finish_reason is "
                + text::in_quotes(shortened_error(reply.finish_reason)));
}

// Gateways in front of other APIs have the text in the first choice, and the calls in the second.
static void take_calls_of_others(Json& choices)
{
    const auto calls_in = [](const Json& choice) {
        return calls_tools(json::member(choice, "message"))
            || json::member(json::member(choice, "message"), "function_call").is_object();
    };
    if (calls_in(choices[0]) || !json::member(choices[0], "message").is_object())
        return;
    const auto other = std::find_if(choices.begin(), choices.end(), calls_in);
    if (other == choices.end())
        return;
    Json& message = choices[0]["message"];
    for (const char* field : {"tool_calls", "function_call"})
        message[field] = json::member((*other)["message"], field);
    choices[0]["finish_reason"] = json::member(*other, "finish_reason");
}

static Reply read_choices(Json choices, const Json& usage)
{
    take_calls_of_others(choices);
    Json& first = choices[0];
    if (is_error(first))
        throw answered_error(first);
    if (!json::member(first, "message").is_object())
        throw unusable_answer("its first choice has no message");
    Reply reply {{}, json::string_member(first, "finish_reason"), usage};
    require_no_failure(reply);
    take_message(reply, std::move(first["message"]));
    return reply;
}

Reply read_chat_response(std::string_view body)
{
    Json json = parse_answer(body);
    // Some servers say with status 200 what went wrong, also beside a part of the message.
    const Json& choices = json::member(json, "choices");
    const bool has_choices = choices.is_array() && !choices.empty();
    if (is_error(json))
        throw has_choices ? answered_error(json) : failed_request(json);
    if (!has_choices)
        throw ToolError(choices.is_array() ? Code::io_error : Code::unsupported,
            unusable_answer("it has no choices; it says: " + error_in(json)).message,
            overflow_hint(body).value_or(""));
    const Json usage = usage_in(json);
    return read_choices(std::move(json["choices"]), usage);
}

std::string text_of(const Json& message)
{
    const Json& content = json::member(message, "content");
    if (content.is_string())
        return content.get_ref<const std::string&>();
    if (is_text_part(content))
        return content["text"];
    std::string text;
    if (content.is_array())
        for (const auto& part : content)
            text += part.is_string() ? part.get<std::string>() : json::string_member(part, "text");
    return text;
}

// {"type": "thinking", "thinking": "…"}, or an array of texts, as Mistral's have it.
static std::string thinking_in(const Json& content)
{
    std::string text;
    for (const auto& part : content) {
        const Json& thinking = json::member(part, "thinking");
        if (thinking.is_string())
            text += thinking.get_ref<const std::string&>();
        else if (thinking.is_array())
            for (const auto& piece : thinking)
                text += json::string_member(piece, "text");
    }
    return text;
}

std::string reasoning_of(const Json& message)
{
    for (const char* field : {"reasoning_content", "reasoning"})
        if (std::string text = json::string_member(message, field); !text.empty())
            return text;
    const Json& content = json::member(message, "content");
    return content.is_array() ? thinking_in(content) : std::string();
}

void tell(ReplyListener& listener, const Message& message)
{
    if (const std::string reasoning = message.reasoning(); !reasoning.empty())
        listener.on_reasoning(reasoning);
    if (const std::string text = message.text(); !text.empty())
        listener.on_text(text);
}

}
