#include "toolkit/json/schema_words.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>

namespace toolkit::json {

static std::string values_in(const Json& values)
{
    std::string text;
    for (const Json& value : values)
        text += (text.empty() ? "" : ", ") + value.dump();
    return text;
}

// Returns the range that two keywords set: " from 1 to 600", " of at least 1", " of at most 9".
static std::string range_of(
    const Json& schema, const char* lower, const char* upper, const char* unit)
{
    const Json& least = member(schema, lower);
    const Json& most = member(schema, upper);
    if (least.is_number() && most.is_number())
        return " from " + least.dump() + " to " + most.dump() + unit;
    if (least.is_number())
        return " of at least " + least.dump() + unit;
    return most.is_number() ? " of at most " + most.dump() + unit : "";
}

static std::string words_of_string(const Json& schema)
{
    if (const std::string pattern = string_member(schema, "pattern"); !pattern.empty())
        return "string that matches " + pattern;
    if (member(schema, "minLength") == 1 && !member(schema, "maxLength").is_number())
        return "string, not empty";
    return "string" + range_of(schema, "minLength", "maxLength", " characters");
}

static std::string members_of(const Json& schema)
{
    const Json& properties = member(schema, "properties");
    const Json& required = member(schema, "required");
    std::string text;
    if (properties.is_object())
        for (const auto& [name, property] : properties.items()) {
            const bool is_required = required.is_array()
                && std::find(required.begin(), required.end(), Json(name)) != required.end();
            text += (text.empty() ? "" : ", ") + name + (is_required ? "" : "?");
        }
    return text;
}

// Returns the plural of what an array holds: "strings", "objects with n, sha256?".
static std::string elements_of(const Json& items)
{
    const std::string type = string_member(items, "type");
    if (type.empty())
        return "values";
    const std::string members = type == "object" ? members_of(items) : "";
    return type + "s" + (members.empty() ? "" : " with " + members);
}

static std::string limit_of_items(const Json& schema)
{
    const Json& most = member(schema, "maxItems");
    return most.is_number() ? ", at most " + most.dump() : "";
}

std::string words_of_schema(const Json& schema)
{
    if (const Json& values = member(schema, "enum"); values.is_array())
        return values_in(values);
    const std::string type = string_member(schema, "type");
    if (type == "string")
        return words_of_string(schema);
    if (type == "integer" || type == "number")
        return type + range_of(schema, "minimum", "maximum", "");
    if (type == "array")
        return "array of " + elements_of(member(schema, "items")) + limit_of_items(schema);
    const std::string values = string_member(member(schema, "additionalProperties"), "type");
    return type == "object" && !values.empty() ? "object of " + values + "s" : type;
}

}
