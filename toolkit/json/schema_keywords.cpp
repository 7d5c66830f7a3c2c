#include "toolkit/json/schema_keywords.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

namespace toolkit::json {

Complaint beneath(Complaint complaint, const std::string& step)
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

// As a parameter takes it; beyond 2^53 a double is not exact.
static bool has_64_bits(const Json& value)
{
    if (value.is_number_unsigned())
        return value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX);
    return !value.is_number_float() || std::abs(value.get<double>()) < 0x1p53;
}

Complaint check_type(const Json& types, const Json& value, Integers integers)
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

Complaint check_values(const Json& schema, const Json& value)
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

Complaint check_number(const Json& schema, const Json& value)
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

Complaint check_count(const Json& schema, std::size_t count, const Counts& names)
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

Complaint check_unique(const Json& schema, const Json& value)
{
    if (schema.value("uniqueItems", Json(false)) != true)
        return {};
    std::set<std::string> seen;
    for (const auto& element : value)
        if (!seen.insert(canonical(element)).second)
            return Problem {"", "must not have " + shown(element) + " twice"};
    return {};
}

Complaint check_names(const Json& names, const Json& value, const std::string& reason)
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

}
