#include "agent/calls/written_calls.hpp"
#include "toolkit/json/bounded_json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

static Json typed(const std::string& value, const Json& schema)
{
    const Json& type = member(schema, "type");
    if (type == "string")
        return value;
    try {
        Json json = parse_bounded(value);
        if (type.is_null() && !json.is_structured())
            return value; // nobody says that it is anything else
        return json;
    } catch (const ToolError&) {
        if (value == "True" || value == "False") // Python's
            return value == "True";
        return value;
    }
}

std::string arguments_of(const WrittenCall& call, const Json& schema)
{
    if (!call.arguments.empty())
        return call.arguments;
    const Json& properties = member(schema, "properties");
    Json arguments = Json::object();
    for (const auto& [name, value] : call.parameters)
        arguments[name] = typed(value, member(properties, name.c_str()));
    return arguments.dump();
}

// Without what spellings of one text differ in.
static std::string letters_in(std::string_view text)
{
    std::string letters;
    for (const char byte : text)
        if (static_cast<unsigned char>(byte) > ' ' && byte != '\\' && byte != '"')
            letters += byte;
    return letters;
}

static bool stands_in(const std::string& letters, const Json& value)
{
    if (value.is_structured())
        return std::any_of(
            value.begin(), value.end(), [&](const Json& inner) { return stands_in(letters, inner); });
    if (!value.is_string())
        return false;
    const std::string& text = value.get_ref<const std::string&>();
    if (letters_in(text).find(letters) != std::string::npos)
        return true;
    const std::string_view inner = stripped(text);
    if (!inner.starts_with('{') && !inner.starts_with('['))
        return false;
    try {
        return stands_in(letters, parse_bounded(inner)); // an answer of a tool has texts in it
    } catch (const ToolError&) {
        return false;
    }
}

bool is_repeated(const WrittenCall& call, const Json& messages)
{
    static constexpr std::size_t shortest = 8; // {} and its like stand everywhere
    const std::string letters = letters_in(call.source);
    if (letters.size() < shortest)
        return false;
    return std::any_of(messages.begin(), messages.end(), [&](const Json& message) {
        const std::string role = string_member(message, "role");
        return (role == "user" || role == "tool") && stands_in(letters, member(message, "content"));
    });
}
