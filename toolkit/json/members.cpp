#include "toolkit/json/members.hpp"

#include "toolkit/json/json.hpp"

namespace toolkit::json {

const Json& member(const Json& json, const char* name)
{
    static const Json none;
    if (!json.is_object())
        return none;
    const auto found = json.find(name);
    return found == json.end() ? none : *found;
}

std::string string_member(const Json& json, const char* name)
{
    const Json& value = member(json, name);
    return value.is_string() ? value.get<std::string>() : std::string();
}

}
