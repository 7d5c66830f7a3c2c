#include "agent/model/responses_request.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/hash.hpp"

#include <algorithm>

namespace agent::model {

using namespace toolkit;

static std::string hash_of(const Json& items)
{
    return system::sha256(items.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void seal_reasoning(Message& message, const std::string& origin)
{
    const Json& items = field_of(message, reasoning_items_field);
    if (!items.is_null())
        set_field(message, reasoning_items_field,
            {{"from", origin}, {"sha256", hash_of(items)}, {"items", items}});
}

std::vector<ReasoningItem> reasoning_for(const Message& message, const std::string& origin)
{
    const Json& kept = field_of(message, reasoning_items_field);
    const Json& items = json::member(kept, "items");
    std::vector<ReasoningItem> result;
    if (!items.is_array() || json::string_member(kept, "from") != origin
        || json::string_member(kept, "sha256") != hash_of(items))
        return result;
    for (const auto& entry : items) {
        const Json& before = json::member(entry, "before");
        const Json& item = json::member(entry, "item");
        if (before.is_number_unsigned() && json::string_member(item, "type") == "reasoning")
            result.push_back({before.get<std::size_t>(), item});
    }
    return result;
}

static Json tools_of(const Json& chat)
{
    Json tools = Json::array();
    for (const auto& tool : chat) {
        Json one {{"type", "function"}};
        one.update(json::member(tool, "function"));
        one["strict"] = false; // otherwise all properties would have to be required
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

bool is_unknown_to_responses(std::string_view field)
{
    return field == "stop" || field == "seed" || field == "stream_options";
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
        else if (name == "tool_choice" && value.is_object())
            request[name] = {{"type", "function"},
                {"name", json::member(json::member(value, "function"), "name")}};
        else if (name == "response_format")
            request["text"] = format_of(value);
        else if (!is_unknown_to_responses(name))
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

static Json input_of(const Message& message)
{
    Json content = content_json(message);
    if (content.is_array())
        for (auto& part : content)
            part = part_of(part);
    return content;
}

static Json prompt_item(const Message& message)
{
    return {{"type", "message"}, {"role", name_of(message.role)}, {"content", input_of(message)}};
}

static Json result_item(const Message& message)
{
    const bool has_images = std::any_of(message.parts.begin(), message.parts.end(),
        [](const Part& part) { return part.kind == Part::Kind::image; });
    return {{"type", "function_call_output"}, {"call_id", message.call_id},
        {"output", has_images ? input_of(message) : Json(message.text())}};
}

static Json call_item(const ToolCall& call)
{
    return {{"type", "function_call"}, {"call_id", call.id}, {"name", call.name},
        {"arguments", call.arguments.empty() ? "{}" : call.arguments}};
}

static Json text_parts(const Message& message)
{
    Json parts = Json::array();
    if (const std::string text = message.text(); !text.empty())
        parts.push_back({{"type", "output_text"}, {"text", text}, {"annotations", Json::array()}});
    if (const std::string refusal = message.refusal(); !refusal.empty())
        parts.push_back({{"type", "refusal"}, {"refusal", refusal}});
    return parts;
}

static std::vector<Json> assistant_items(const Message& message, const std::string& origin)
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
    for (std::size_t place = 1; place <= message.calls.size(); ++place) {
        add_reasoning_before(place);
        items.push_back(call_item(message.calls[place - 1]));
    }
    return items; // reasoning after the last item can't be sent back alone
}

std::vector<Json> items_of(const Message& message, const std::string& origin)
{
    if (message.role == Role::assistant)
        return assistant_items(message, origin);
    return {message.role == Role::tool ? result_item(message) : prompt_item(message)};
}

}
