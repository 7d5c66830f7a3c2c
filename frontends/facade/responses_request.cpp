#include "frontends/facade/responses_request.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frontends::facade {

using namespace agent;

static const char* const responses_properties = R"({
    "model": {"type": "string", "minLength": 1},
    "input": {"type": ["string", "array"], "minLength": 1, "minItems": 1, "maxItems": 100000,
        "items": {"type": "object", "additionalProperties": true}},
    "instructions": {"type": "string"},
    "previous_response_id": {"type": "string"},
    "tools": {"type": "array", "maxItems": 128, "items": {"type": "object",
        "properties": {"type": {"type": "string"}}, "required": ["type"],
        "additionalProperties": true}},
    "tool_choice": {"type": ["string", "object"], "additionalProperties": true},
    "text": {"type": "object", "properties": {"format": {"type": "object",
        "properties": {"type": {"enum": ["text", "json_object", "json_schema"]}},
        "required": ["type"], "additionalProperties": true},
        "verbosity": {"enum": ["medium", null]}}, "additionalProperties": false},
    "max_output_tokens": {"type": "integer", "minimum": 1, "maximum": 1000000000000},
    "parallel_tool_calls": {"type": "boolean"},
    "temperature": {"type": "number", "minimum": 0, "maximum": 2},
    "top_p": {"type": "number", "minimum": 0, "maximum": 1},
    "store": {"type": "boolean"},
    "stream": {"type": "boolean"},
    "background": {"const": false},
    "top_logprobs": {"const": 0},
    "truncation": {"const": "disabled"}})";

// Lists fields without an effect here.
static constexpr std::array unused_fields {"include", "metadata", "prompt_cache_key",
    "prompt_cache_retention", "reasoning", "safety_identifier", "service_tier", "stream_options",
    "user"};

static Json schema_of_responses()
{
    Json properties = Json::parse(responses_properties);
    for (const char* name : unused_fields)
        properties[name] = Json::object();
    return {{"type", "object"}, {"properties", properties}, {"required", {"model", "input"}},
        {"additionalProperties", false}};
}

const Json& responses_request_schema()
{
    static const Json schema = schema_of_responses();
    return schema;
}

namespace {

// Appends the items of the input to the messages, in order.
class Input {
public:
    Input(const PastResponses& past, Json& messages)
        : past(past)
        , messages(messages)
    {
    }

    void add(const Json& item, const std::string& place)
    {
        const std::string type = json::string_member(item, "type");
        if (type == "item_reference")
            add_reference(item, place);
        else if (type == "function_call")
            add_call({{"id", json::member(item, "call_id")}, {"type", "function"},
                {"function",
                    {{"name", json::member(item, "name")},
                        {"arguments", json::member(item, "arguments")}}}});
        else if (type == "function_call_output")
            add_output(item, place);
        else if (type.empty() || type == "message")
            add_message({{"role", json::member(item, "role")},
                {"content", content_of(json::member(item, "content"), place + ".content")}});
        else if (type != "reasoning") // only the server that wrote reasoning can read it
            throw ToolError(Code::unsupported,
                "'" + place + "': unsupported item type " + text::in_quotes(type));
    }

private:
    static bool is_reply(const Json& message)
    {
        return json::string_member(message, "role") == "assistant";
    }

    // Puts a reply between calls and their outputs before the calls, since the outputs have to
    // follow the message with the calls directly.
    void add_message(Json message)
    {
        if (is_reply(message) && !messages.empty() && messages.back().contains("tool_calls")) {
            message["tool_calls"] = std::move(messages.back()["tool_calls"]);
            messages.back().erase("tool_calls");
            if (json::member(messages.back(), "content").is_null())
                messages.erase(messages.size() - 1);
        }
        messages.push_back(std::move(message));
    }

    bool is_open_call(const Json& id) const
    {
        std::size_t after = messages.size();
        while (after > 0 && json::string_member(messages[after - 1], "role") == "tool")
            --after;
        const Json& calls = json::member(after == 0 ? messages : messages[after - 1], "tool_calls");
        return std::any_of(calls.begin(), calls.end(),
            [&](const Json& call) { return json::member(call, "id") == id; });
    }

    void add_output(const Json& item, const std::string& place)
    {
        const Json& id = json::member(item, "call_id");
        if (!is_open_call(id))
            throw ToolError(Code::bad_request,
                "'" + place + ".call_id' does not match a function_call before it",
                "set 'previous_response_id', or send the function_call as well");
        messages.push_back({{"role", "tool"}, {"tool_call_id", id},
            {"content", content_of(json::member(item, "output"), place + ".output")}});
    }

    // Adds the call to the reply before it, since the model wrote both in one message.
    void add_call(Json call)
    {
        if (messages.empty() || !is_reply(messages.back()))
            messages.push_back({{"role", "assistant"}, {"content", nullptr}});
        messages.back()["tool_calls"].push_back(std::move(call));
    }

    void add_reference(const Json& item, const std::string& place)
    {
        const std::string id = json::string_member(item, "id");
        Json found = past.item(id);
        if (found.is_null())
            throw ToolError(Code::not_found, "'" + place + "': unknown item " + text::in_quotes(id),
                "send the item itself: items are kept for a limited time and lost on a restart");
        if (found.contains("function"))
            add_call(std::move(found));
        else
            add_message(std::move(found));
    }

    static Json part_of(const Json& part, const std::string& place)
    {
        const std::string type = json::string_member(part, "type");
        if (type == "input_text" || type == "output_text" || type == "text")
            return {{"type", "text"}, {"text", json::member(part, "text")}};
        if (type == "refusal")
            return part;
        if (type == "input_image" && json::member(part, "image_url").is_string())
            return {{"type", "image_url"}, {"image_url", {{"url", part.at("image_url")}}}};
        throw ToolError(Code::unsupported,
            "'" + place + "': unsupported part type " + text::in_quotes(type),
            "input_text, output_text, and input_image with a data: URL");
    }

    static Json content_of(const Json& content, const std::string& place)
    {
        if (!content.is_array())
            return content;
        Json parts = Json::array();
        for (const auto& part : content)
            parts.push_back(part_of(part, place));
        const bool is_plain = parts.size() == 1 && json::string_member(parts[0], "type") == "text";
        return is_plain ? parts[0].at("text") : parts; // some servers accept only a text
    }

    const PastResponses& past;
    Json& messages;
};

}

static Json messages_of(const Json& body, const PastResponses& past)
{
    Json messages = Json::array();
    if (const std::string id = json::string_member(body, "previous_response_id"); !id.empty()) {
        messages = past.conversation(id);
        if (messages.is_null())
            throw ToolError(Code::not_found,
                "'previous_response_id': unknown response " + text::in_quotes(id),
                "send the conversation in 'input': responses are kept for a limited time and lost "
                "on a restart");
    }
    const Json& input = body.at("input");
    if (input.is_string()) {
        messages.push_back({{"role", "user"}, {"content", input}});
        return messages;
    }
    Input reading(past, messages);
    for (std::size_t index = 0; index < input.size(); ++index)
        reading.add(input[index], "input[" + std::to_string(index) + "]");
    return messages;
}

static Json tool_of(const Json& tool, const std::string& place)
{
    if (json::string_member(tool, "type") != "function")
        throw ToolError(Code::unsupported,
            "'" + place + "': unsupported tool type "
                + text::in_quotes(json::string_member(tool, "type")),
            "tools of the type function");
    Json function = tool;
    function.erase("type");
    return {{"type", "function"}, {"function", std::move(function)}};
}

static Json choice_of(const Json& choice)
{
    if (json::string_member(choice, "type") != "function")
        return choice;
    return {{"type", "function"}, {"function", {{"name", json::member(choice, "name")}}}};
}

static Json format_of(const Json& format)
{
    Json chat {{"type", json::member(format, "type")}};
    if (chat["type"] != "json_schema")
        return chat;
    for (const char* name : {"name", "schema", "strict"})
        if (format.contains(name))
            chat["json_schema"][name] = format.at(name);
    return chat;
}

static Json set_fields_of(const Json& body)
{
    Json set = Json::object();
    for (const auto& [name, value] : body.items())
        if (!value.is_null())
            set[name] = value;
    return set;
}

Json chat_body_of(const Json& body, const PastResponses& past)
{
    static const json::Schema schema(responses_request_schema(), calls::compiled_by_re2);
    const Json set = set_fields_of(body); // clients send null for unset fields
    schema.check(set);
    Json messages = Json::array();
    if (const std::string words = json::string_member(set, "instructions"); !words.empty())
        messages.push_back({{"role", "system"}, {"content", words}});
    for (auto& message : messages_of(set, past))
        messages.push_back(std::move(message));
    Json chat {{"model", set.at("model")}, {"messages", std::move(messages)}};
    for (const char* name : {"parallel_tool_calls", "temperature", "top_p", "stream"})
        if (set.contains(name))
            chat[name] = set.at(name);
    if (set.contains("max_output_tokens"))
        chat["max_completion_tokens"] = set.at("max_output_tokens");
    if (set.contains("tool_choice"))
        chat["tool_choice"] = choice_of(set.at("tool_choice"));
    if (const Json& format = json::member(json::member(set, "text"), "format"); !format.is_null())
        chat["response_format"] = format_of(format);
    const Json& tools = json::member(set, "tools");
    for (std::size_t index = 0; index < tools.size(); ++index)
        chat["tools"].push_back(tool_of(tools[index], "tools[" + std::to_string(index) + "]"));
    return chat;
}

}
