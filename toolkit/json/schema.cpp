#include "toolkit/json/schema.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/schema_check.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace toolkit::json {

namespace {

// The kinds of values that keywords take.
enum class Shape {
    anything, // an annotation, or const
    schema,
    schemas,
    schemas_by_name,
    schemas_by_pattern,
    number,
    positive,
    count,
    yes_or_no,
    values,
    names,
    names_by_name,
    types,
    pattern,
    reference,
};

using Keyword = std::pair<std::string_view, Shape>;

constexpr std::array keywords {Keyword {"type", Shape::types}, Keyword {"enum", Shape::values},
    Keyword {"const", Shape::anything}, Keyword {"minimum", Shape::number},
    Keyword {"maximum", Shape::number}, Keyword {"exclusiveMinimum", Shape::number},
    Keyword {"exclusiveMaximum", Shape::number}, Keyword {"multipleOf", Shape::positive},
    Keyword {"minLength", Shape::count}, Keyword {"maxLength", Shape::count},
    Keyword {"pattern", Shape::pattern}, Keyword {"items", Shape::schema},
    Keyword {"prefixItems", Shape::schemas}, Keyword {"minItems", Shape::count},
    Keyword {"maxItems", Shape::count}, Keyword {"uniqueItems", Shape::yes_or_no},
    Keyword {"contains", Shape::schema}, Keyword {"minContains", Shape::count},
    Keyword {"maxContains", Shape::count}, Keyword {"properties", Shape::schemas_by_name},
    Keyword {"required", Shape::names}, Keyword {"additionalProperties", Shape::schema},
    Keyword {"patternProperties", Shape::schemas_by_pattern},
    Keyword {"propertyNames", Shape::schema}, Keyword {"minProperties", Shape::count},
    Keyword {"maxProperties", Shape::count}, Keyword {"dependentRequired", Shape::names_by_name},
    Keyword {"dependentSchemas", Shape::schemas_by_name}, Keyword {"allOf", Shape::schemas},
    Keyword {"anyOf", Shape::schemas}, Keyword {"oneOf", Shape::schemas},
    Keyword {"not", Shape::schema}, Keyword {"if", Shape::schema}, Keyword {"then", Shape::schema},
    Keyword {"else", Shape::schema}, Keyword {"$ref", Shape::reference},
    Keyword {"$defs", Shape::schemas_by_name}, Keyword {"definitions", Shape::schemas_by_name},
    Keyword {"format", Shape::anything}, Keyword {"title", Shape::anything},
    Keyword {"description", Shape::anything}, Keyword {"default", Shape::anything},
    Keyword {"examples", Shape::anything}, Keyword {"deprecated", Shape::anything},
    Keyword {"readOnly", Shape::anything}, Keyword {"writeOnly", Shape::anything},
    Keyword {"contentEncoding", Shape::anything}, Keyword {"contentMediaType", Shape::anything},
    Keyword {"$schema", Shape::anything}, Keyword {"$comment", Shape::anything},
    Keyword {"$id", Shape::anything}, Keyword {"$anchor", Shape::anything},
    Keyword {"nullable", Shape::yes_or_no}, // from OpenAPI 3.0, like the next four
    Keyword {"example", Shape::anything}, Keyword {"discriminator", Shape::anything},
    Keyword {"xml", Shape::anything}, Keyword {"externalDocs", Shape::anything},
    Keyword {"order", Shape::anything}, Keyword {"propertyOrdering", Shape::anything},
    Keyword {"enumNames", Shape::anything}, Keyword {"enumDescriptions", Shape::anything},
    Keyword {"markdownDescription", Shape::anything}};

bool is_name_list(const Json& value)
{
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const Json& name) {
        return name.is_string();
    });
}

bool is_type(const Json& value)
{
    static constexpr std::array<std::string_view, 7> types {
        "string", "integer", "number", "boolean", "object", "array", "null"};
    return value.is_string()
        && std::find(types.begin(), types.end(), value.get_ref<const std::string&>())
        != types.end();
}

bool is_type_list(const Json& value)
{
    return is_type(value) || (value.is_array() && std::all_of(value.begin(), value.end(), is_type));
}

bool is_count(const Json& value) { return has_type(value, "integer") && number_of(value) >= 0; }

}

// Reads a schema, visiting each schema in it once.
class Schema::Reading {
public:
    Reading(Schema& schema, PatternCompiler compile)
        : schema(schema)
        , compile(compile)
    {
    }

    void read(const Json& part, const std::string& where)
    {
        if (part.is_boolean() || !seen.insert(&part).second)
            return;
        if (!part.is_object())
            throw refusal(where, "is not a schema, which is an object, true or false");
        for (const auto& [name, value] : part.items())
            read_keyword(name, value, where + "/" + name);
    }

private:
    static ToolError refusal(
        const std::string& where, const std::string& why, const std::string& hint = {})
    {
        return {Code::bad_request, "schema: " + text::in_quotes(where) + " " + why, hint};
    }

    void read_keyword(const std::string& name, const Json& value, const std::string& where)
    {
        const auto keyword = std::find_if(keywords.begin(), keywords.end(),
            [&](const Keyword& known) { return known.first == name; });
        if (name.starts_with("x-"))
            return;
        if (keyword == keywords.end())
            throw unknown(name, where);
        if (is_plain(keyword->second, value))
            return;
        const std::string what = read_value(keyword->second, value, where);
        if (!what.empty())
            throw refusal(
                where, "is not " + what, name == "items" ? "prefixItems takes a list" : "");
    }

    static ToolError unknown(const std::string& name, const std::string& where)
    {
        std::vector<std::string_view> names;
        names.reserve(keywords.size());
        for (const auto& [known, shape] : keywords)
            names.push_back(known);
        return {Code::unsupported,
            "schema: " + text::in_quotes(where) + " is a keyword that is not supported",
            text::did_you_mean(name, names, "draft 2020-12, as far as docs/runner.md lists it")};
    }

    static bool is_plain(Shape shape, const Json& value)
    {
        switch (shape) {
        case Shape::anything: return true;
        case Shape::number: return value.is_number();
        case Shape::positive: return value.is_number() && number_of(value) > 0;
        case Shape::count: return is_count(value);
        case Shape::yes_or_no: return value.is_boolean();
        case Shape::values: return value.is_array();
        case Shape::names: return is_name_list(value);
        case Shape::types: return is_type_list(value);
        case Shape::names_by_name:
            return value.is_object() && std::all_of(value.begin(), value.end(), is_name_list);
        default: return false;
        }
    }

    // Checks the value of a keyword. Returns a description of what it should be, or an empty string
    // if it is valid.
    std::string read_value(Shape shape, const Json& value, const std::string& where)
    {
        switch (shape) {
        case Shape::schema: read(value, where); return {};
        case Shape::schemas:
            return value.is_array() && !value.empty() ? read_all(value, where)
                                                      : "a list of schemas";
        case Shape::schemas_by_name:
            return value.is_object() ? read_all(value, where) : "an object of schemas";
        case Shape::schemas_by_pattern:
            if (value.is_object())
                for (const auto& [pattern, part] : value.items())
                    read_pattern(pattern, where);
            return value.is_object() ? read_all(value, where) : "an object of schemas";
        case Shape::pattern:
            if (!value.is_string())
                return "a pattern";
            read_pattern(value, where);
            return {};
        case Shape::reference: return read_reference(value, where);
        case Shape::types: return "a type, or a list of types";
        case Shape::names:
        case Shape::names_by_name: return "a list of names";
        default: return "a value that this keyword takes";
        }
    }

    std::string read_all(const Json& parts, const std::string& where)
    {
        for (const auto& [name, part] : parts.items())
            read(part, where + "/" + name);
        return {};
    }

    void read_pattern(const std::string& pattern, const std::string& where)
    {
        if (schema.index.patterns.contains(pattern))
            return;
        try {
            schema.index.patterns[pattern] = compile(pattern);
        } catch (const ToolError& error) {
            throw refusal(where, "is a pattern that can't be used: " + error.message, error.hint);
        }
    }

    std::string read_reference(const Json& value, const std::string& where)
    {
        const std::string text = value.is_string() ? value.get<std::string>() : "";
        if (text != "#" && !text.starts_with("#/"))
            return "'#', or '#/' and a place in the same schema";
        const Json* target = nullptr;
        try {
            target = &schema.root->at(Json::json_pointer(text::percent_decoded(text.substr(1))));
        } catch (const Json::exception&) {
            return "a place in this schema";
        }
        schema.index.references[text] = target;
        read(*target, where);
        return {};
    }

    Schema& schema;
    PatternCompiler compile;
    std::set<const Json*> seen;
};

Schema::Schema(const Json& document, PatternCompiler compile)
    : root(std::make_unique<const Json>(document))
{
    Reading(*this, compile).read(*root, "");
}

Schema::~Schema() = default;

static void require(const SchemaProblem& complaint, const std::string& whole)
{
    if (!complaint)
        return;
    const std::string where = complaint->where.empty() ? whole : text::in_quotes(complaint->where);
    throw ToolError(Code::bad_request, where + " " + complaint->what, complaint->hint);
}

void Schema::check(const Json& value) const
{
    static constexpr std::size_t max_steps = 200'000;
    require(SchemaCheck(index, Integers::any, max_steps).check(*root, value), "the object");
}

void validate(const Json& schema, const Json& value, const std::string& where)
{
    static const SchemaIndex none;
    constexpr std::size_t any
        // Not needed, since each part of the value is visited once.
        = std::numeric_limits<std::size_t>::max();
    require(beneath(SchemaCheck(none, Integers::of_64_bits, any).check(schema, value), where),
        "the value");
}

}
