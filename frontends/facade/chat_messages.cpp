#include "frontends/facade/chat_messages.hpp"

#include "agent/channel/codec.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace frontends::facade {

using namespace agent;

static std::string place_of(std::size_t index) { return "messages[" + std::to_string(index) + "]"; }

static ToolError wrong(const std::string& place, const std::string& what)
{
    return {Code::bad_request, "'" + place + "' " + what};
}

static ToolError no_such_part(const std::string& place, const Json& part)
{
    return {Code::unsupported,
        "'" + place + "': a part of the type " + text::in_quotes(json::string_member(part, "type"))
            + " cannot be taken",
        "text, and from a user image_url with a data: URL"};
}

// Of a message that has text alone.
static std::string text_in(const Json& content, const std::string& place)
{
    if (content.is_string())
        return content;
    if (content.is_null())
        return {};
    if (!content.is_array())
        throw wrong(place, "is neither a text nor parts");
    std::string text;
    for (const auto& part : content) {
        const std::string type = json::string_member(part, "type");
        const Json& said = json::member(part, type == "refusal" ? "refusal" : "text");
        if ((type != "text" && type != "refusal") || !said.is_string())
            throw no_such_part(place, part);
        text += said.get_ref<const std::string&>();
    }
    return text;
}

static channel::Part user_part(const Json& part, const std::string& place)
{
    const std::string type = json::string_member(part, "type");
    if (type == "text" && json::member(part, "text").is_string())
        return channel::TextPart {part.at("text")};
    const std::string url = json::string_member(json::member(part, "image_url"), "url");
    if (type != "image_url")
        throw no_such_part(place, part);
    if (!url.starts_with("data:image/"))
        throw ToolError(Code::unsupported, "'" + place + "' has an image that is no data: URL",
            "data:image/png;base64,…");
    return channel::ImagePart {{url}};
}

static channel::PastUserMessage user_message(const Json& message, const std::string& place)
{
    const Json& content = json::member(message, "content");
    if (content.is_string())
        return {content.get<std::string>()};
    if (!content.is_array() || content.empty())
        throw wrong(place + ".content", "is neither a text nor parts");
    channel::Parts parts;
    for (const auto& part : content)
        parts.push_back(user_part(part, place + ".content"));
    return {std::move(parts)};
}

static channel::PastCall call_in(const Json& call, const std::string& place)
{
    const Json& function = json::member(call, "function");
    const std::string id = json::string_member(call, "id");
    if (id.empty() || !json::member(function, "name").is_string()
        || !json::member(function, "arguments").is_string())
        throw wrong(place, "has a call without id, function.name or function.arguments");
    return {.id = id, .function = {function.at("name"), function.at("arguments")}};
}

static channel::PastReply assistant_message(const Json& message, const std::string& place)
{
    for (const char* name : {"audio", "function_call"})
        if (!json::member(message, name).is_null())
            throw ToolError(Code::unsupported, "'" + place + "." + name + "' cannot be taken");
    channel::PastReply reply;
    if (const Json& content = json::member(message, "content"); !content.is_null())
        reply.content = text_in(content, place + ".content");
    const Json& calls = json::member(message, "tool_calls");
    if (!calls.is_null() && !calls.is_array())
        throw wrong(place + ".tool_calls", "is not an array");
    for (const auto& call : calls)
        reply.tool_calls.push_back(call_in(call, place + ".tool_calls"));
    if (!reply.content && reply.tool_calls.empty())
        reply.content = "";
    return reply;
}

static ToolMessage tool_message(const Json& message, const std::string& place)
{
    ToolMessage result {json::string_member(message, "tool_call_id"),
        text_in(json::member(message, "content"), place + ".content")};
    if (result.call.empty())
        throw wrong(place + ".tool_call_id", "is missing");
    if (Json(result.text).dump().size() > channel::max_output)
        throw ToolError(Code::too_large, "'" + place + ".content' is larger than 1 MiB");
    return result;
}

static bool is_of_system(const Json& message)
{
    const std::string role = json::string_member(message, "role");
    return role == "system" || role == "developer";
}

// Returns how many of the first messages they are.
static std::size_t take_instructions(const Json& messages, ChatRequest& request)
{
    std::size_t index = 0;
    for (; index < messages.size() && is_of_system(messages[index]); ++index) {
        const std::string text
            = text_in(json::member(messages[index], "content"), place_of(index) + ".content");
        if (!text.empty())
            request.instructions += (request.instructions.empty() ? "" : "\n\n") + text;
    }
    return index;
}

static channel::PastMessage message_of_history(const Json& message, const std::string& place)
{
    const std::string role = json::string_member(message, "role");
    if (is_of_system(message))
        throw ToolError(Code::unsupported, "'" + place + "': a system message follows others",
            "system messages come first");
    if (role == "user")
        return user_message(message, place);
    if (role == "assistant")
        return assistant_message(message, place);
    ToolMessage result = tool_message(message, place);
    return channel::PastResult {std::move(result.call), std::move(result.text)};
}

void take_messages(const Json& messages, ChatRequest& request)
{
    const std::size_t first = take_instructions(messages, request);
    std::size_t end = messages.size();
    while (end > first && json::string_member(messages[end - 1], "role") == "tool")
        --end;
    for (std::size_t index = end; index < messages.size(); ++index)
        request.results.push_back(tool_message(messages[index], place_of(index)));
    for (std::size_t index = first; index < end; ++index)
        request.history.push_back(message_of_history(messages[index], place_of(index)));
    if (!request.results.empty())
        return;
    auto* const said = request.history.empty()
        ? nullptr
        : std::get_if<channel::PastUserMessage>(&request.history.back());
    if (said == nullptr)
        throw wrong("messages", "ends with neither a message of a user nor results of tools");
    request.prompt = std::move(*said);
    request.history.pop_back();
    const auto* const text = std::get_if<std::string>(&request.prompt->content);
    if (text != nullptr && text->empty())
        throw wrong(place_of(messages.size() - 1) + ".content", "is empty");
}

}
