#include "agent/model/responses_request.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/reasoning_items.hpp"
#include "toolkit/json/members.hpp"

namespace agent::model {

using namespace toolkit;

static Json tools_of(const Json& chat)
{
    Json tools = Json::array();
    for (const auto& tool : chat) {
        Json one {{"type", "function"}};
        one.update(json::member(tool, "function"));
        one["strict"] = false; // else all properties would have to be required
        tools.push_back(std::move(one));
    }
    return tools;
}

static Json format_of(const Json& chat)
{
    Json format {{"type", json::member(chat, "type")}};
    if (const Json& schema = json::member(chat, "json_schema"); schema.is_object())
        format.update(schema);
    return {{"format", format}};
}

Json responses_request(const Json& chat)
{
    Json request = Json::object();
    for (const auto& [name, value] : chat.items()) {
        if (name == "max_tokens" || name == "max_completion_tokens")
            request["max_output_tokens"] = value;
        else if (name == "reasoning_effort")
            request["reasoning"] = {{"effort", value}};
        else if (name == "tools")
            request["tools"] = tools_of(value);
        else if (name == "response_format")
            request["text"] = format_of(value);
        else if (name != "stream_options")
            request[name] = value;
    }
    request["store"] = false;
    return request;
}

static Json part_of(const Json& part)
{
    const std::string type = json::string_member(part, "type");
    if (type == "text")
        return {{"type", "input_text"}, {"text", json::member(part, "text")}};
    if (type != "image_url")
        return part;
    const Json& image = json::member(part, "image_url");
    const std::string detail = json::string_member(image, "detail");
    return {{"type", "input_image"}, {"image_url", json::member(image, "url")},
        {"detail", detail.empty() ? "auto" : detail}};
}

static Json prompt_item(const Json& message)
{
    Json content = json::member(message, "content");
    if (content.is_array())
        for (auto& part : content)
            part = part_of(part);
    return {{"type", "message"}, {"role", json::member(message, "role")}, {"content", content}};
}

static Json result_item(const Json& message)
{
    return {{"type", "function_call_output"}, {"call_id", json::member(message, "tool_call_id")},
        {"output", text_of(message)}};
}

static Json call_item(const Json& call)
{
    const Json& function = json::member(call, "function");
    const Json& arguments = json::member(function, "arguments");
    return {{"type", "function_call"}, {"call_id", json::member(call, "id")},
        {"name", json::member(function, "name")},
        {"arguments", arguments.is_string() ? arguments : Json("{}")}};
}

static Json text_parts(const Json& message)
{
    Json parts = Json::array();
    if (const std::string text = text_of(message); !text.empty())
        parts.push_back({{"type", "output_text"}, {"text", text}, {"annotations", Json::array()}});
    if (const std::string refusal = json::string_member(message, "refusal"); !refusal.empty())
        parts.push_back({{"type", "refusal"}, {"refusal", refusal}});
    return parts;
}

static std::vector<Json> assistant_items(const Json& message, const std::string& origin)
{
    const std::vector<ReasoningItem> reasoning = reasoning_for(message, origin);
    std::vector<Json> items;
    std::size_t next = 0;
    const auto add_reasoning_before = [&](std::size_t place) {
        for (; next < reasoning.size() && reasoning[next].before <= place; ++next)
            items.push_back(reasoning[next].item);
    };
    add_reasoning_before(0);
    if (Json parts = text_parts(message); !parts.empty())
        items.push_back(
            {{"type", "message"}, {"role", "assistant"}, {"content", std::move(parts)}});
    const Json& calls = json::member(message, "tool_calls");
    for (std::size_t place = 1; place <= calls.size(); ++place) {
        add_reasoning_before(place);
        items.push_back(call_item(calls[place - 1]));
    }
    return items; // what follows the last of them has nothing to be sent back with
}

std::vector<Json> items_of(const Json& message, const std::string& origin)
{
    const std::string role = json::string_member(message, "role");
    if (role == "assistant")
        return assistant_items(message, origin);
    return {role == "tool" ? result_item(message) : prompt_item(message)};
}

}
