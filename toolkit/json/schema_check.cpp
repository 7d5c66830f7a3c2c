#include "toolkit/json/schema_check.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace toolkit::json {

SchemaProblem beneath(SchemaProblem complaint, const std::string& step)
{
    if (complaint)
        complaint->where.insert(
            0, complaint->where.empty() || complaint->where[0] == '[' ? step : step + ".");
    return complaint;
}

static std::string list_of(const Json& values, const std::string& last)
{
    std::string text;
    for (std::size_t index = 0; index < values.size() && index < 20; ++index)
        text += (index == 0                          ? ""
                        : index + 1 == values.size() ? last
                                                     : ", ")
            + (last == " or " ? values[index].get<std::string>() : values[index].dump());
    return values.size() > 20 ? text + ", …" : text;
}

// Returns true if a 64-bit parameter can hold the integer. A double must be less than 2^53, up to
// which it is exact.
static bool has_64_bits(const Json& value)
{
    if (value.is_number_unsigned())
        return value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX);
    return !value.is_number_float() || std::abs(value.get<double>()) < 0x1p53;
}

SchemaProblem check_type(const Json& types, const Json& value, Integers integers)
{
    const auto fits = [&](const Json& type) {
        return has_type(value, type)
            && (type != "integer" || integers == Integers::any || has_64_bits(value));
    };
    if (types.is_string() ? fits(types) : std::any_of(types.begin(), types.end(), fits))
        return {};
    const std::string names = types.is_string() ? types.get<std::string>() : list_of(types, " or ");
    const bool has_vowel = std::string("aio").find(names[0]) != std::string::npos;
    return Problem {
        "", "must be " + std::string(has_vowel ? "an " : "a ") + names + ", not " + shown(value)};
}

SchemaProblem check_values(const Json& schema, const Json& value)
{
    if (const auto only = schema.find("const");
        only != schema.end() && canonical(*only) != canonical(value))
        return Problem {"", "must be " + only->dump() + ", not " + shown(value)};
    const auto choices = schema.find("enum");
    if (choices == schema.end())
        return {};
    const std::string text = canonical(value);
    for (const auto& choice : *choices)
        if (canonical(choice) == text)
            return {};
    return Problem {"", "must be one of " + list_of(*choices, ", ") + ", not " + shown(value)};
}

SchemaProblem check_number(const Json& schema, const Json& value)
{
    const long double number = number_of(value);
    const auto breaks = [&](const char* keyword, auto is_broken) {
        const auto limit = schema.find(keyword);
        return limit != schema.end() && is_broken(number_of(*limit)) ? &*limit : nullptr;
    };
    const auto problem = [&](const char* what, const Json* limit) {
        return Problem {
            "", std::string("must be ") + what + " " + limit->dump() + ", not " + value.dump()};
    };
    if (const Json* limit = breaks("minimum", [&](long double least) { return number < least; }))
        return problem("at least", limit);
    if (const Json* limit = breaks("maximum", [&](long double most) { return number > most; }))
        return problem("at most", limit);
    if (const Json* limit
        = breaks("exclusiveMinimum", [&](long double least) { return number <= least; }))
        return problem("more than", limit);
    if (const Json* limit
        = breaks("exclusiveMaximum", [&](long double most) { return number >= most; }))
        return problem("less than", limit);
    if (const Json* limit
        = breaks("multipleOf", [&](long double of) { return !is_multiple(number, of); }))
        return problem("a multiple of", limit);
    return {};
}

SchemaProblem check_count(const Json& schema, std::size_t count, const Counts& names)
{
    const auto number = static_cast<long double>(count);
    const auto problem = [&](const char* what, const Json& limit) {
        return Problem {"",
            std::string("must have ") + what + " " + limit.dump() + " " + names.things + ", not "
                + std::to_string(count)};
    };
    if (const auto least = schema.find(names.least);
        least != schema.end() && number < number_of(*least))
        return problem("at least", *least);
    if (const auto most = schema.find(names.most);
        most != schema.end() && number > number_of(*most))
        return problem("at most", *most);
    return {};
}

SchemaProblem check_unique(const Json& schema, const Json& value)
{
    if (schema.value("uniqueItems", Json(false)) != true)
        return {};
    std::set<std::string> seen;
    for (const auto& element : value)
        if (!seen.insert(canonical(element)).second)
            return Problem {"", "must not have " + shown(element) + " twice"};
    return {};
}

SchemaProblem check_names(const Json& names, const Json& value, const std::string& reason)
{
    for (const auto& name : names)
        if (!value.contains(name.get_ref<const std::string&>()))
            return Problem {
                "", "lacks " + text::in_quotes(name.get_ref<const std::string&>()) + reason};
    return {};
}

std::string hint_for(const std::string& name, const Json& properties)
{
    std::vector<std::string> known;
    std::string all;
    for (const auto& [property, schema] : properties.items()) {
        known.push_back(property);
        all += (all.empty() ? "it takes " : ", ") + text::in_quotes(property);
    }
    return text::did_you_mean(name, known, all.empty() ? "it takes no fields" : all);
}

static constexpr std::size_t max_depth = 1000;

SchemaProblem SchemaCheck::check(const Json& schema, const Json& value)
{
    if (schema.is_boolean())
        return schema == true ? SchemaProblem() : Problem {"", "must not be there"};
    if (value.is_null() && member(schema, "nullable") == true)
        return {};
    // The limits are for schemas that refer to themselves, and for values that exploit them.
    if (++steps > max_steps || depth > max_depth)
        throw ToolError(Code::bad_request, "it takes too long to be checked");
    ++depth;
    SchemaProblem complaint = check_value(schema, value);
    for (const auto part : {&SchemaCheck::check_array, &SchemaCheck::check_object,
             &SchemaCheck::check_combined, &SchemaCheck::check_conditions})
        if (!complaint)
            complaint = (this->*part)(schema, value);
    --depth;
    return complaint;
}

SchemaProblem SchemaCheck::check_value(const Json& schema, const Json& value) const
{
    if (const auto types = schema.find("type"); types != schema.end())
        if (SchemaProblem complaint = check_type(*types, value, integers))
            return complaint;
    SchemaProblem complaint = check_values(schema, value);
    if (!complaint && value.is_number())
        complaint = check_number(schema, value);
    if (!complaint && value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        if (schema.contains("minLength") || schema.contains("maxLength"))
            complaint
                = check_count(schema, length_of(text), {"minLength", "maxLength", "characters"});
        const auto pattern = schema.find("pattern");
        if (!complaint && pattern != schema.end() && !matches(text, *pattern))
            return Problem {"",
                "must match " + text::in_quotes(pattern->get<std::string>()) + ", unlike "
                    + shown(value)};
    }
    return complaint;
}

bool SchemaCheck::matches(const std::string& text, const std::string& pattern) const
{
    return index.patterns.at(pattern)(text);
}

SchemaProblem SchemaCheck::check_array(const Json& schema, const Json& value)
{
    if (!value.is_array())
        return {};
    if (SchemaProblem complaint
        = check_count(schema, value.size(), {"minItems", "maxItems", "items"}))
        return complaint;
    const auto first = schema.find("prefixItems");
    const auto rest = schema.find("items");
    const std::size_t prefix = first == schema.end() ? 0 : first->size();
    for (std::size_t index = 0; index < value.size(); ++index) {
        const Json* part = index < prefix ? &(*first)[index]
            : rest != schema.end()        ? &*rest
                                          : nullptr;
        if (part == nullptr)
            break;
        if (SchemaProblem complaint = check(*part, value[index]))
            return beneath(std::move(complaint), "[" + std::to_string(index) + "]");
    }
    SchemaProblem complaint = check_unique(schema, value);
    return complaint ? complaint : check_contained(schema, value);
}

SchemaProblem SchemaCheck::check_contained(const Json& schema, const Json& value)
{
    const auto part = schema.find("contains");
    if (part == schema.end())
        return {};
    std::size_t count = 0;
    for (const auto& element : value)
        count += check(*part, element) ? 0 : 1;
    if (count == 0 && !schema.contains("minContains"))
        return Problem {"", "has no item of the kind that it must contain"};
    return check_count(schema, count, {"minContains", "maxContains", "items of a certain kind"});
}

SchemaProblem SchemaCheck::check_object(const Json& schema, const Json& value)
{
    if (!value.is_object())
        return {};
    for (const auto& [name, member] : value.items())
        if (SchemaProblem complaint = check_member(schema, name, member))
            return complaint;
    if (const auto names = schema.find("required"); names != schema.end())
        if (SchemaProblem complaint = check_names(*names, value, ""))
            return complaint;
    if (const auto lists = schema.find("dependentRequired"); lists != schema.end())
        for (const auto& [name, names] : lists->items())
            if (value.contains(name))
                if (SchemaProblem complaint
                    = check_names(names, value, ", which " + text::in_quotes(name) + " needs"))
                    return complaint;
    if (const auto parts = schema.find("dependentSchemas"); parts != schema.end())
        for (const auto& [name, part] : parts->items())
            if (value.contains(name))
                if (SchemaProblem complaint = check(part, value))
                    return complaint;
    return check_count(schema, value.size(), {"minProperties", "maxProperties", "fields"});
}

SchemaProblem SchemaCheck::check_member(
    const Json& schema, const std::string& name, const Json& member)
{
    static const Json none = Json::object();
    const auto find = [&](const char* keyword) {
        const auto found = schema.find(keyword);
        return found == schema.end() ? &none : &*found;
    };
    if (const auto part = schema.find("propertyNames"); part != schema.end())
        if (SchemaProblem complaint = check(*part, name))
            return Problem {
                "", "has the field " + text::in_quotes(name) + ", whose name " + complaint->what};
    bool is_known = false;
    const Json& properties = *find("properties");
    if (const auto part = properties.find(name); part != properties.end()) {
        is_known = true;
        if (SchemaProblem complaint = check(*part, member))
            return beneath(std::move(complaint), name);
    }
    for (const auto& [pattern, part] : find("patternProperties")->items()) {
        if (!matches(name, pattern))
            continue;
        is_known = true;
        if (SchemaProblem complaint = check(part, member))
            return beneath(std::move(complaint), name);
    }
    const auto additional = schema.find("additionalProperties");
    if (is_known || additional == schema.end())
        return {};
    if (*additional == false)
        return Problem {
            "", "has an unknown field " + text::in_quotes(name), hint_for(name, properties)};
    return beneath(check(*additional, member), name);
}

SchemaProblem SchemaCheck::check_combined(const Json& schema, const Json& value)
{
    if (const auto reference = schema.find("$ref"); reference != schema.end())
        if (SchemaProblem complaint = check(*index.references.at(*reference), value))
            return complaint;
    if (const auto parts = schema.find("allOf"); parts != schema.end())
        for (const auto& part : *parts)
            if (SchemaProblem complaint = check(part, value))
                return complaint;
    if (const auto parts = schema.find("anyOf"); parts != schema.end())
        if (SchemaProblem complaint = check_alternatives(*parts, value, Fitting::any))
            return complaint;
    if (const auto parts = schema.find("oneOf"); parts != schema.end())
        return check_alternatives(*parts, value, Fitting::one);
    return {};
}

// If no alternative fits, returns the problem of the one that fits furthest, which is the most
// useful.
SchemaProblem SchemaCheck::check_alternatives(const Json& parts, const Json& value, Fitting wanted)
{
    std::size_t fitting = 0;
    SchemaProblem best;
    for (const auto& part : parts) {
        SchemaProblem complaint = check(part, value);
        fitting += complaint ? 0 : 1;
        if (complaint && (!best || complaint->where.size() > best->where.size()))
            best = std::move(complaint);
        if (fitting == 1 && wanted == Fitting::any)
            return {};
    }
    if (fitting == 1)
        return {};
    if (fitting > 1)
        return Problem {"",
            "fits " + std::to_string(fitting) + " of the alternatives, of which it must be one"};
    best->what += " (or be another one of " + std::to_string(parts.size()) + " alternatives)";
    return best;
}

SchemaProblem SchemaCheck::check_conditions(const Json& schema, const Json& value)
{
    if (const auto part = schema.find("not"); part != schema.end())
        if (!check(*part, value))
            return Problem {"", "is what it must not be: " + shown(value)};
    const auto condition = schema.find("if");
    if (condition == schema.end())
        return {};
    const auto part = schema.find(check(*condition, value) ? "else" : "then");
    return part == schema.end() ? SchemaProblem() : check(*part, value);
}

}
