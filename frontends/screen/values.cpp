#include "frontends/screen/values.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

namespace frontends::screen {

Json json_in(std::string_view text)
{
    try {
        return json::parse_bounded(text);
    } catch (const ToolError&) {
        return {};
    }
}

std::string value_text(const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json arguments_of(const channel::ChatCall& call)
{
    const Json& given = call.arguments.json();
    return given.is_string() ? json_in(given.get_ref<const std::string&>()) : given;
}

std::string error_message_in(const Json& answer)
{
    const Json& error = json::member(answer, "error");
    for (const Json* place : {&error, &answer})
        if (std::string message = json::string_member(*place, "message"); !message.empty())
            return message;
    return error.is_string() ? error.get<std::string>() : std::string();
}

}
