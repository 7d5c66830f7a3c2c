#include "agent/mcp/http_head.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace agent::mcp {

static constexpr std::string_view annotation = "x-mcp-header";
static constexpr std::string_view field_prefix = "Mcp-Param-";
static constexpr std::string_view encoded_begin = "=?base64?";
static constexpr std::string_view encoded_end = "?=";

std::string field_value(const std::string& text)
{
    const bool is_plain = std::all_of(
        text.begin(), text.end(), [](char byte) { return byte >= ' ' && byte < 0x7f; });
    const bool has_edge = text.starts_with(' ') || text.ends_with(' ');
    const bool looks_encoded = text.starts_with(encoded_begin) && text.ends_with(encoded_end);
    if (is_plain && !has_edge && !looks_encoded)
        return text;
    return std::string(encoded_begin) + text::base64_encode(text) + std::string(encoded_end);
}

// RFC 9110, 5.6.2.
static bool is_token(std::string_view name)
{
    static constexpr std::string_view characters = "!#$%&'*+-.^_`|~0123456789"
                                                   "abcdefghijklmnopqrstuvwxyz"
                                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return !name.empty() && name.find_first_not_of(characters) == std::string_view::npos;
}

namespace {

ToolError bad_annotation(const std::string& why)
{
    return {Code::bad_request, "its " + std::string(annotation) + " " + why};
}

// The type may also allow null, which has no field.
bool has_mirrored_type(const Json& schema)
{
    static constexpr std::array<std::string_view, 3> types {"string", "integer", "boolean"};
    const Json& type = json::member(schema, "type");
    const auto is_mirrored = [](const Json& one) {
        return one.is_string()
            && std::find(types.begin(), types.end(), one.get_ref<const std::string&>())
            != types.end();
    };
    if (!type.is_array())
        return is_mirrored(type);
    return type.size() == 2 && (type[0] == "null" || type[1] == "null")
        && (is_mirrored(type[0]) || is_mirrored(type[1]));
}

class Annotations {
public:
    std::vector<MirroredArgument> found;

    // Of a schema that is a property by this path, or is none: then it has no annotation.
    void look(const Json& schema, const std::vector<std::string>* path)
    {
        if (schema.is_array())
            for (const Json& one : schema)
                look(one, nullptr);
        if (!schema.is_object())
            return;
        for (const auto& [keyword, value] : schema.items())
            if (keyword == annotation)
                add(schema, value, path);
            else
                look_into(keyword, value, path);
    }

private:
    void add(const Json& schema, const Json& value, const std::vector<std::string>* path)
    {
        if (path == nullptr || path->empty())
            throw bad_annotation("is not that of an argument");
        if (!value.is_string() || !is_token(value.get_ref<const std::string&>()))
            throw bad_annotation("is not the name of a header");
        const std::string name = value;
        if (!has_mirrored_type(schema))
            throw bad_annotation(text::in_quotes(name)
                + " belongs to an argument that is no string, integer or boolean");
        if (!names.insert(text::in_lower_case(name)).second)
            throw bad_annotation(text::in_quotes(name) + " is there twice");
        found.push_back({std::string(field_prefix) + name, *path});
    }

    void look_into(
        const std::string& keyword, const Json& value, const std::vector<std::string>* path)
    {
        static constexpr std::array<std::string_view, 4> data {
            "const", "enum", "default", "examples"};
        static constexpr std::array<std::string_view, 5> named {
            "properties", "patternProperties", "$defs", "definitions", "dependentSchemas"};
        if (std::find(data.begin(), data.end(), keyword) != data.end())
            return;
        if (std::find(named.begin(), named.end(), keyword) == named.end() || !value.is_object())
            return look(value, nullptr);
        for (const auto& [name, one] : value.items()) {
            std::vector<std::string> inner;
            const bool is_argument = keyword == "properties" && path != nullptr;
            if (is_argument) {
                inner = *path;
                inner.push_back(name);
            }
            look(one, is_argument ? &inner : nullptr);
        }
    }

    std::set<std::string> names; // in lower case
};

Json at_path(const Json& arguments, const std::vector<std::string>& path)
{
    const Json* value = &arguments;
    for (const auto& name : path) {
        if (!value->is_object() || !value->contains(name))
            return {};
        value = &value->at(name);
    }
    return *value;
}

// Nothing for what is no value of these types.
std::optional<std::string> text_of_value(const Json& value, const std::string& field)
{
    constexpr double largest = 9007199254740991;
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_boolean())
        return value.get<bool>() ? "true" : "false";
    if (!value.is_number())
        return std::nullopt;
    const double number = value.get<double>();
    if (std::abs(number) > largest)
        throw ToolError(
            Code::bad_request, "the value for " + text::in_quotes(field) + " is beyond 2^53");
    if (value.is_number_integer())
        return value.dump();
    if (number != std::trunc(number))
        return std::nullopt;
    return std::to_string(static_cast<std::int64_t>(number));
}

}

std::vector<MirroredArgument> mirrored_arguments(const Json& input_schema)
{
    Annotations annotations;
    const std::vector<std::string> root;
    annotations.look(input_schema, &root);
    return std::move(annotations.found);
}

HttpFields fields_of(const std::vector<MirroredArgument>& mirrored, const Json& arguments)
{
    HttpFields fields;
    for (const auto& [field, path] : mirrored)
        if (const auto text = text_of_value(at_path(arguments, path), field))
            fields.emplace_back(field, field_value(*text));
    return fields;
}

static bool is_same_origin(const model::Url& one, const model::Url& other)
{
    return one.scheme == other.scheme && one.port == other.port
        && text::in_lower_case(one.host) == text::in_lower_case(other.host);
}

std::optional<std::string> place_of_messages(const model::Url& base, std::string_view given)
{
    const std::string origin
        = (base.scheme == model::Scheme::https ? "https://" : "http://") + model::authority(base);
    const std::string path = base.path.empty() ? "/" : base.path;
    std::string whole(given);
    if (given.starts_with("//"))
        whole = origin.substr(0, origin.find('/')) + whole;
    else if (given.starts_with('/'))
        whole = origin + whole;
    else if (given.starts_with('?'))
        whole = origin + path + whole;
    else if (given.find("://") == std::string_view::npos)
        whole = origin + path.substr(0, path.rfind('/') + 1) + whole;
    try {
        const model::Url url = model::parse_address(whole);
        if (given.empty() || !is_same_origin(url, base))
            return std::nullopt;
        return (url.path.empty() ? "/" : url.path) + url.query;
    } catch (const ToolError&) {
        return std::nullopt;
    }
}

}
