#include "frontends/screen/fields.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

namespace frontends::screen {

std::string text_field(const Json& event, const char* name)
{
    return json::string_member(event, name);
}

std::optional<std::uint64_t> number_field(const Json& event, const char* name)
{
    const Json& value = json::member(event, name);
    if (!value.is_number() || value.get<double>() < 0 || value.get<double>() > 1e15)
        return std::nullopt;
    return value.is_number_unsigned() ? value.get<std::uint64_t>()
                                      : static_cast<std::uint64_t>(value.get<double>());
}

bool flag_field(const Json& event, const char* name)
{
    const Json& value = json::member(event, name);
    return value.is_boolean() && value.get<bool>();
}

Json json_in(const std::string& text)
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

}
