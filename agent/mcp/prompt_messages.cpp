#include "agent/mcp/prompt_messages.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/invisible.hpp"

namespace agent::mcp {

Json messages_of_prompt(const Json& result)
{
    const Json& list = json::member(result, "messages");
    if (!list.is_array())
        throw ToolError(Code::bad_request, "the server's prompt has no list of messages");
    Json messages = Json::array();
    for (const Json& message : list) {
        const std::string role = json::string_member(message, "role");
        const Json& content = json::member(message, "content");
        if (role != "user" && role != "assistant")
            throw ToolError(Code::bad_request,
                "a message of the server's prompt is neither the user's nor the assistant's");
        if (json::member(content, "type") != "text" || !json::member(content, "text").is_string())
            throw ToolError(
                Code::unsupported, "a message of the server's prompt is not plain text");
        messages.push_back({{"role", role},
            {"content", text::visible_part(json::string_member(content, "text"), 0).text}});
    }
    return messages;
}

}
