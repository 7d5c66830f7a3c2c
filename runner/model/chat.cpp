#include "runner/model/chat.hpp"

#include "runner/bounded_json.hpp"
#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

static constexpr std::size_t longest_error = 1000;

static ToolError refusal(const std::string& what)
{
    return {Code::io_error, "the endpoint's answer can't be used: " + what};
}

Json chat_request(const ChatSettings& settings, const std::vector<ManifestTool>& tools)
{
    Json request {{"model", settings.model}, {"temperature", settings.temperature}};
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

// A member of an object, or null: of anything else too, so that a path into foreign JSON needs no checks.
static Json member(const Json& json, const char* name)
{
    return json.is_object() ? json.value(name, Json()) : Json();
}

static std::string string_member(const Json& json, const char* name)
{
    const Json value = member(json, name);
    return value.is_string() ? value.get<std::string>() : std::string();
}

Reply read_chat_response(std::string_view body)
{
    Json json;
    try {
        json = parse_bounded(body);
    } catch (const ToolError& error) {
        throw refusal(error.message);
    }
    const Json choices = member(json, "choices");
    if (!choices.is_array() || choices.empty()) {
        // Some servers say what went wrong with status 200.
        if (!member(json, "error").is_null())
            throw ToolError(Code::io_error, "the endpoint answered an error: " + read_chat_error(body));
        throw refusal("it has no choices");
    }
    Reply reply {
        member(choices[0], "message"), string_member(choices[0], "finish_reason"), member(json, "usage")};
    if (!reply.message.is_object())
        throw refusal("its first choice has no message");
    reply.message.emplace("role", "assistant");
    return reply;
}

std::string read_chat_error(std::string_view body)
{
    std::string text(body);
    try {
        const Json json = parse_bounded(body);
        const Json error = member(json, "error");
        for (const Json& candidate : {member(error, "message"), error, member(json, "message")}) {
            if (candidate.is_string()) {
                text = candidate;
                break;
            }
        }
    } catch (const ToolError&) { // then it is the text itself, for instance a proxy's page
    }
    text = is_utf8(text) ? text : printable(text);
    if (text.size() > longest_error)
        text = text.substr(0, utf8_boundary(text, longest_error - 3)) + "…";
    return text;
}

std::vector<ToolCall> take_calls(Json& message)
{
    std::vector<ToolCall> calls;
    const auto list = message.find("tool_calls");
    if (list == message.end() || list->is_null())
        return calls;
    if (!list->is_array())
        throw refusal("tool_calls is not an array");
    for (auto& call : *list) {
        const Json function = member(call, "function");
        const std::string name = string_member(function, "name");
        if (name.empty())
            throw refusal("a tool call has no function name");
        if (string_member(call, "id").empty())
            call["id"] = "call_" + std::to_string(calls.size() + 1);
        const Json arguments = member(function, "arguments");
        calls.push_back(
            {call["id"], name, arguments.is_string() ? arguments.get<std::string>() : arguments.dump()});
        if (arguments.is_null())
            calls.back().arguments.clear();
    }
    return calls;
}

std::string text_of(const Json& message)
{
    const Json content = member(message, "content");
    if (content.is_string())
        return content;
    std::string text;
    if (content.is_array())
        for (const auto& part : content)
            text += string_member(part, "text");
    return text;
}
