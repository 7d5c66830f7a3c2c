#include "toolkit/mcp/listed_tool.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

namespace toolkit::mcp {

namespace {

constexpr const char* annotation = "x-mcp-header";
constexpr std::string_view encoded_begin = "=?base64?";
constexpr std::string_view encoded_end = "?=";

template<typename Words>
bool is_one_of(std::string_view word, const Words& words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

[[noreturn]] void refuse(const std::string& why)
{
    throw ToolError(Code::bad_request, std::string(annotation) + " " + why,
        "annotate a property that is a string, an integer or a boolean");
}

// True for a field name of RFC 9110, section 5.6.2.
bool is_field_name(std::string_view name)
{
    constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    return !name.empty() && std::all_of(name.begin(), name.end(), [&](char letter) {
        return text::is_letter_or_digit(letter) || text::is_one_of(letter, marks);
    });
}

// The type may also include null, for which no header is sent.
bool has_header_type(const Json& schema)
{
    constexpr std::array<std::string_view, 3> types {"string", "integer", "boolean"};
    const Json& type = json::member(schema, "type");
    const auto fits = [&](const Json& one) {
        return one.is_string() && is_one_of(one.get_ref<const std::string&>(), types);
    };
    if (!type.is_array())
        return fits(type);
    return type.size() == 2 && (type[0] == "null" || type[1] == "null")
        && (fits(type[0]) || fits(type[1]));
}

class Search {
public:
    std::vector<HeaderParameter> found;

    // Only properties of properties, from the root on, may be annotated.
    void schema(const Json& schema, bool is_reachable)
    {
        if (const auto name = schema.find(annotation); name != schema.end())
            take(*name, schema, is_reachable);
        for (const auto& [key, value] : schema.items()) {
            if (key == "properties" && value.is_object())
                properties(value, is_reachable);
            else if (value.is_object() && is_one_of(key, maps_of_schemas))
                properties(value, false);
            else if (!is_one_of(key, data))
                anything(value);
        }
    }

private:
    static constexpr std::array<std::string_view, 5> maps_of_schemas {
        "$defs", "definitions", "patternProperties", "dependentSchemas", "dependencies"};
    static constexpr std::array<std::string_view, 4> data {"const", "default", "enum", "examples"};

    void anything(const Json& value)
    {
        if (value.is_object())
            schema(value, false);
        else if (value.is_array())
            for (const Json& element : value)
                anything(element);
    }

    void properties(const Json& map, bool is_reachable)
    {
        for (const auto& [name, value] : map.items()) {
            path.push_back(name);
            if (value.is_object())
                schema(value, is_reachable);
            path.pop_back();
        }
    }

    void take(const Json& name, const Json& schema, bool is_reachable)
    {
        if (!is_reachable || path.empty())
            refuse("is not at a property that is reached from the root by properties alone");
        if (!name.is_string() || !is_field_name(name.get_ref<const std::string&>()))
            refuse("is not the name of a header");
        if (!has_header_type(schema))
            refuse("is at a property of another type");
        const auto lower = text::in_lower_case(name.get<std::string>());
        if (!names.insert(lower).second)
            refuse("names " + text::in_quotes(lower) + " twice");
        found.push_back({"Mcp-Param-" + name.get<std::string>(), path});
    }

    std::vector<std::string> path;
    std::set<std::string> names;
};

}

std::vector<HeaderParameter> header_parameters(const Json& schema)
{
    Search search;
    if (schema.is_object())
        search.schema(schema, true);
    return std::move(search.found);
}

static std::optional<std::string> text_of_number(const Json& value, const std::string& field)
{
    constexpr double max_exact = 9007199254740991;
    const double number = value.get<double>();
    if (std::abs(number) > max_exact)
        throw ToolError(
            Code::bad_request, "the value for " + text::in_quotes(field) + " is beyond 2^53");
    if (value.is_number_integer())
        return value.dump();
    if (number != std::trunc(number))
        return std::nullopt;
    return std::to_string(static_cast<std::int64_t>(number));
}

std::optional<std::string> header_text(const HeaderParameter& parameter, const Json& arguments)
{
    const Json* value = &arguments;
    for (const std::string& name : parameter.path)
        value = &json::member(*value, name.c_str());
    if (value->is_string())
        return value->get<std::string>();
    if (value->is_boolean())
        return value->dump();
    return value->is_number() ? text_of_number(*value, parameter.field) : std::nullopt;
}

std::string encoded_header(const std::string& text)
{
    const bool is_plain = std::all_of(
        text.begin(), text.end(), [](char byte) { return byte >= ' ' && byte < 0x7f; });
    const bool has_edge = text.starts_with(' ') || text.ends_with(' ');
    const bool looks_encoded = text.starts_with(encoded_begin) && text.ends_with(encoded_end);
    if (is_plain && !has_edge && !looks_encoded)
        return text;
    return std::string(encoded_begin) + text::base64_encode(text) + std::string(encoded_end);
}

std::optional<std::string> decoded_header(const std::string& value)
{
    constexpr std::size_t around = encoded_begin.size() + encoded_end.size();
    if (!value.starts_with(encoded_begin) || !value.ends_with(encoded_end) || value.size() < around)
        return value;
    return text::base64_decode(
        std::string_view(value).substr(encoded_begin.size(), value.size() - around));
}

namespace {

Json input_schema(const Json& entry)
{
    Json schema = entry.value("schema", Json::object());
    if (schema.value("type", "object") != "object")
        throw ToolError(Code::bad_request,
            "the schema of " + text::in_quotes(entry.at("name").get<std::string>())
                + " is not that of an object");
    schema["type"] = "object";
    leave_out_combining(schema);
    return schema;
}

bool reaches_out(const Json& effects)
{
    return effects.value("network", "off") != "off" || effects.value("unixSockets", false);
}

Json hints(bool reads_only, bool destroys, bool repeats, bool reaches)
{
    return {{"readOnlyHint", reads_only}, {"destructiveHint", destroys},
        {"idempotentHint", repeats}, {"openWorldHint", reaches}};
}

// Returns the hints for clients. A tool that declares no effects may do anything.
Json annotations(const Json& entry)
{
    const auto found = entry.find("effects");
    if (found == entry.end())
        return hints(false, true, false, true);
    const Json& effects = *found;
    if (effects.value("programs", false))
        return hints(false,
            effects.value("policy", "") != "read-only" || effects.value("writesOutside", false),
            false, reaches_out(effects));
    if (effects.value("workspace", "none") != "write")
        return hints(true, false, true, reaches_out(effects));
    return hints(
        false, !effects.value("additive", false), effects.value("repeatable", false), false);
}

}

void leave_out_combining(Json& schema)
{
    for (const char* combining : {"oneOf", "anyOf", "allOf", "not", "enum", "if", "then", "else"})
        schema.erase(combining);
}

Json listed_tool(const Json& entry)
{
    Json tool {{"name", entry.at("name")}};
    if (const auto description = entry.find("description"); description != entry.end())
        tool["description"] = *description;
    tool["inputSchema"] = input_schema(entry);
    if (const auto answer = entry.find("answerSchema"); answer != entry.end())
        tool["outputSchema"] = *answer;
    tool["annotations"] = annotations(entry);
    return tool;
}

}
