#include "frontends/facade/conversation_digest.hpp"

#include "frontends/facade/chat_request.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/hash.hpp"

namespace frontends::facade {

// Returns a content of text parts as one text, null for an empty content, and any other content
// unchanged.
static Json plain_content(const Json& content)
{
    if (!content.is_array())
        return content == "" ? Json() : content;
    std::string text;
    for (const auto& part : content) {
        const std::string type = json::string_member(part, "type");
        if (type != "text" && type != "refusal")
            return content;
        text += json::string_member(part, type.c_str());
    }
    return text.empty() ? Json() : Json(text);
}

static Json meant_arguments(const std::string& arguments)
{
    try {
        return json::parse_bounded(arguments);
    } catch (const ToolError&) { // models also write invalid JSON
        return arguments;
    }
}

static Json plain_calls(const Json& calls)
{
    Json plain = Json::array();
    for (const auto& call : calls) {
        const Json& function = json::member(call, "function");
        plain.push_back(Json::array({json::member(call, "id"), json::member(function, "name"),
            meant_arguments(json::string_member(function, "arguments"))}));
    }
    return plain;
}

static Json plain_role(const Json& message)
{
    const std::string role = json::string_member(message, "role");
    return role == "developer" ? "system" : role;
}

std::string digest_of_settings(const Json& body)
{
    Json settings = Json::object();
    for (const auto& [name, value] : body.items())
        if (changes_the_answer(name))
            settings[name] = value;
    return system::sha256(json::canonical(settings));
}

std::string digest_with(const std::string& digest, const Json& message)
{
    const Json plain = Json::array({digest, plain_role(message),
        plain_content(json::member(message, "content")),
        plain_calls(json::member(message, "tool_calls")), json::member(message, "tool_call_id")});
    return system::sha256(json::canonical(plain));
}

}
