#include "toolkit/json/schema.hpp"

#include "toolkit/json/whole_json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>

Limits at_least(std::int64_t minimum) { return {{"minimum", minimum}}; }
Limits between(std::int64_t minimum, std::int64_t maximum)
{
    return {{"minimum", minimum}, {"maximum", maximum}};
}
Limits at_most_items(std::int64_t count) { return {{"maxItems", count}}; }

bool is_nothing(const Json& value)
{
    return value.is_null() || value == false || value == "" || (value.is_structured() && value.empty());
}

namespace {

[[noreturn]] void refuse_value(
    const std::string& where, const std::string& problem, const std::string& hint = {})
{
    throw ToolError(
        Code::bad_request, (where.empty() ? "the request" : in_quotes(where)) + " " + problem, hint);
}

// A value as a message shows it: short, and valid UTF-8 whatever it is.
std::string shown(const Json& value)
{
    constexpr std::size_t most = 60;
    if (value.is_structured())
        return value.is_array() ? "an array" : "an object";
    std::string text
        = value.is_string() ? '"' + printable(value.get_ref<const std::string&>()) + '"' : value.dump();
    if (text.size() > most)
        text = text.substr(0, utf8_boundary(text, most)) + "…";
    return text;
}

bool is_integer(const Json& value)
{
    if (value.is_number_unsigned())
        return value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX);
    if (value.is_number_float()) {
        const double number = value.get<double>();
        return std::trunc(number) == number && std::abs(number) < 9007199254740992.0; // 2^53: exact beneath
    }
    return value.is_number_integer();
}

bool has_type(const Json& value, const std::string& type)
{
    if (type == "integer")
        return is_integer(value);
    if (type == "string")
        return value.is_string();
    if (type == "boolean")
        return value.is_boolean();
    if (type == "array")
        return value.is_array();
    return type == "object" && value.is_object();
}

std::string with_article(const std::string& type)
{
    return (std::string("aio").find(type[0]) != std::string::npos ? "an " : "a ") + type;
}

void check_range(const Json& schema, const Json& value, const std::string& where)
{
    if (!value.is_number())
        return;
    const auto number = value.get<std::int64_t>();
    if (const auto minimum = schema.find("minimum");
        minimum != schema.end() && number < minimum->get<std::int64_t>())
        refuse_value(where, "must be at least " + minimum->dump() + ", not " + value.dump());
    if (const auto maximum = schema.find("maximum");
        maximum != schema.end() && number > maximum->get<std::int64_t>())
        refuse_value(where, "must be at most " + maximum->dump() + ", not " + value.dump());
}

void check_choice(const Json& schema, const Json& value, const std::string& where)
{
    const auto choices = schema.find("enum");
    if (choices == schema.end() || std::find(choices->begin(), choices->end(), value) != choices->end())
        return;
    std::string names;
    for (const auto& choice : *choices)
        names += (names.empty() ? "" : ", ") + choice.dump();
    refuse_value(where, "must be one of " + names + ", not " + shown(value));
}

void check_members(const Json& schema, const Json& value, const std::string& where)
{
    static const Json none = Json::object();
    const auto declared = schema.find("properties");
    const Json& properties = declared == schema.end() ? none : *declared;
    const auto additional = schema.find("additionalProperties");
    for (const auto& [name, member] : value.items()) {
        const std::string place = where.empty() ? name : where + "." + name;
        if (const auto property = properties.find(name); property != properties.end())
            validate(*property, member, place);
        else if (additional != schema.end() && additional->is_object())
            validate(*additional, member, place);
        else
            refuse_value(where, "has an unknown field " + in_quotes(name));
    }
    if (const auto required = schema.find("required"); required != schema.end())
        for (const auto& name : *required)
            if (!value.contains(name.get_ref<const std::string&>()))
                refuse_value(where, "lacks " + in_quotes(name.get_ref<const std::string&>()));
}

}

void validate(const Json& schema, const Json& value, const std::string& where)
{
    const std::string& type = schema.at("type").get_ref<const std::string&>();
    if (!has_type(value, type))
        refuse_value(where, "must be " + with_article(type) + ", not " + shown(value));
    check_choice(schema, value, where);
    check_range(schema, value, where);
    if (value.is_object())
        check_members(schema, value, where);
    if (!value.is_array())
        return;
    if (const auto most = schema.find("maxItems");
        most != schema.end() && value.size() > most->get<std::size_t>())
        refuse_value(
            where, "must have at most " + most->dump() + " items, not " + std::to_string(value.size()));
    for (std::size_t index = 0; index < value.size(); ++index)
        validate(schema.at("items"), value[index], where + "[" + std::to_string(index) + "]");
}
