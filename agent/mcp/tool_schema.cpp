#include "agent/mcp/tool_schema.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/mcp/listed_tool.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace agent::mcp {

namespace {

constexpr std::size_t max_schema = 64 << 10;
constexpr std::size_t max_levels = 32;
constexpr std::size_t max_subschemas = 2'000;
constexpr std::size_t max_parameter_text = 512;

// Keywords of any draft that contain schemas: a single one, a list, or an object of them.
constexpr std::array schema_keywords {"items", "additionalItems", "unevaluatedItems", "prefixItems",
    "contains", "additionalProperties", "unevaluatedProperties", "propertyNames", "allOf", "anyOf",
    "oneOf", "not", "if", "then", "else", "contentSchema"};
constexpr std::array named_keywords {
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"};

template<std::size_t count>
bool is_one_of(const std::string& name, const std::array<const char*, count>& names)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

ToolError malformed(const std::string& why) { return {Code::bad_request, why}; }

// Recurses at most `levels` deep, so any depth of input is safe.
bool is_deeper(const Json& json, std::size_t levels)
{
    return json.is_structured()
        && (levels == 0 || std::any_of(json.begin(), json.end(), [&](const Json& part) {
               return is_deeper(part, levels - 1);
           }));
}

// Calls `visit` for the direct subschemas.
template<class SchemaOf, class Visit>
void for_each_subschema(SchemaOf& schema, Visit visit)
{
    if (!schema.is_object())
        return;
    for (auto& [keyword, value] : schema.items()) {
        const bool is_named = is_one_of(keyword, named_keywords);
        if (is_named && !value.is_object())
            throw malformed(text::in_quotes(keyword) + " in it is not an object");
        if (!is_named && !is_one_of(keyword, schema_keywords))
            continue;
        const bool may_have_names = keyword == "dependencies"; // may have lists of names
        if (is_named || value.is_array())
            for (auto& part : value) {
                if (!(may_have_names && part.is_array()))
                    visit(part);
            }
        else
            visit(value);
    }
}

bool is_list_of_strings(const Json& value)
{
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& part) {
        return part.is_string();
    });
}

// Model APIs reject all tools if these keywords are invalid in one.
void check_keywords(const Json& schema)
{
    const auto type = schema.find("type");
    if (type != schema.end() && !type->is_string() && !is_list_of_strings(*type))
        throw malformed("a 'type' in it is neither a string nor a list of strings");
    const auto required = schema.find("required");
    if (required != schema.end() && !is_list_of_strings(*required))
        throw malformed("a 'required' in it is not a list of names");
    const auto values = schema.find("enum");
    if (values != schema.end() && !values->is_array())
        throw malformed("an 'enum' in it is not a list");
    for (const char* keyword : {"$ref", "$dynamicRef", "$recursiveRef"}) {
        const auto reference = schema.find(keyword);
        if (reference != schema.end()
            && !(reference->is_string()
                && reference->get_ref<const std::string&>().starts_with('#')))
            throw malformed("a '" + std::string(keyword) + "' in it leads out of it");
    }
}

void check_subschemas(const Json& schema, std::size_t& count)
{
    if (++count > max_subschemas)
        throw ToolError(
            Code::too_large, "it has more than " + std::to_string(max_subschemas) + " subschemas");
    if (!schema.is_object() && !schema.is_boolean())
        throw malformed("a schema in it is neither an object nor true or false");
    if (schema.is_object())
        check_keywords(schema);
    for_each_subschema(schema, [&](const Json& part) { check_subschemas(part, count); });
}

void clean_text(Json& schema, const char* keyword)
{
    const auto text = schema.find(keyword);
    if (text == schema.end())
        return;
    if (!text->is_string()) {
        schema.erase(keyword);
        return;
    }
    constexpr std::size_t ellipsis = 3;
    const std::string shown = text::without_hidden(text->get_ref<const std::string&>());
    *text = shown.size() <= max_parameter_text
        ? shown
        : text::shortened(shown, max_parameter_text - ellipsis);
}

void clean_values(Json& value)
{
    if (value.is_string())
        value = text::without_hidden(value.get_ref<const std::string&>());
    else if (value.is_structured())
        for (auto& part : value)
            clean_values(part);
}

void clean(Json& schema)
{
    if (!schema.is_object())
        return;
    std::vector<std::string> names;
    for (const auto& [name, value] : schema.items())
        if (name == "$schema" || name == "$id" || name == "$comment" || name.starts_with("x-"))
            names.push_back(name);
    for (const auto& name : names)
        schema.erase(name);
    clean_text(schema, "title");
    clean_text(schema, "description");
    // These keywords have no effect on validation, which uses the server's own schema.
    for (const char* keyword : {"default", "examples"})
        if (const auto value = schema.find(keyword); value != schema.end())
            clean_values(*value);
    for_each_subschema(schema, clean);
}

// A carriage return is allowed: it is visible as an escape in JSON, and some parameters need one.
bool is_hidden_in_json(std::string text)
{
    std::erase(text, '\r');
    return text::has_hidden(text);
}

bool has_hidden_part(const Json& json)
{
    if (json.is_string())
        return is_hidden_in_json(json.get<std::string>());
    if (json.is_object())
        for (const auto& [name, value] : json.items())
            if (is_hidden_in_json(name))
                return true;
    return json.is_structured() && std::any_of(json.begin(), json.end(), has_hidden_part);
}

std::size_t count_patterns(const Json& schema)
{
    if (!schema.is_object())
        return 0;
    std::size_t count = schema.contains("pattern") ? 1 : 0;
    if (const auto named = schema.find("patternProperties"); named != schema.end())
        count += named->size();
    for_each_subschema(schema, [&](const Json& part) { count += count_patterns(part); });
    return count;
}

// Compiles a pattern with little memory. Neither time nor memory of a match depends on the pattern.
json::PatternMatch compiled_small(const std::string& pattern)
{
    constexpr std::int64_t max_memory = 128 << 10;
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(max_memory);
    const auto compiled = std::make_shared<const RE2>(pattern, options);
    if (!compiled->ok())
        throw ToolError(Code::unsupported, compiled->error(), "patterns are RE2 syntax");
    return [compiled](const std::string& text) { return RE2::PartialMatch(text, *compiled); };
}

}

void check_limits(const Json& schema)
{
    if (!schema.is_object())
        throw malformed("it is not an object");
    if (is_deeper(schema, max_levels))
        throw ToolError(Code::too_large, "it nests deeper than " + std::to_string(max_levels));
    if (schema.dump(-1, ' ', false, Json::error_handler_t::replace).size() > max_schema)
        throw ToolError(
            Code::too_large, "it has more than " + std::to_string(max_schema >> 10) + " KiB");
    std::size_t count = 0;
    check_subschemas(schema, count);
}

Json schema_for_model(const Json& schema)
{
    if (const auto type = schema.find("type"); type != schema.end() && *type != "object")
        throw malformed("it is not that of an object");
    Json shown = schema;
    shown["type"] = "object";
    toolkit::mcp::leave_out_combining(shown);
    clean(shown);
    if (!shown.contains("properties"))
        shown["properties"] = Json::object();
    if (has_hidden_part(shown))
        throw malformed("a name or value in it has characters that are not seen");
    return shown;
}

SchemaReader::Read SchemaReader::read(const Json& schema)
{
    constexpr std::size_t max_patterns = 500;
    try {
        const std::size_t more = count_patterns(schema);
        if (patterns + more > max_patterns)
            return {{}, "the server has more than " + std::to_string(max_patterns) + " patterns"};
        patterns += more;
        return {std::make_shared<const json::Schema>(schema, compiled_small)};
    } catch (const ToolError& error) {
        return {{}, error.message};
    }
}

}
