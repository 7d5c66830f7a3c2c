#include "toolkit/json/schema_check.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <optional>

namespace toolkit::json {

static constexpr std::size_t most_depth = 1000;

Complaint SchemaCheck::check(const Json& schema, const Json& value)
{
    if (schema.is_boolean())
        return schema == true ? Complaint() : Problem {"", "must not be there"};
    // Schemas that refer to themselves, and values that make the most of it.
    if (++steps > max_steps || depth > most_depth)
        throw ToolError(Code::bad_request, "it takes too long to be checked");
    ++depth;
    Complaint complaint = check_value(schema, value);
    for (const auto part : {&SchemaCheck::check_array, &SchemaCheck::check_object,
             &SchemaCheck::check_combined, &SchemaCheck::check_conditions})
        if (!complaint)
            complaint = (this->*part)(schema, value);
    --depth;
    return complaint;
}

Complaint SchemaCheck::check_value(const Json& schema, const Json& value) const
{
    if (const auto types = schema.find("type"); types != schema.end())
        if (Complaint complaint = check_type(*types, value, integers))
            return complaint;
    Complaint complaint = check_values(schema, value);
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

Complaint SchemaCheck::check_array(const Json& schema, const Json& value)
{
    if (!value.is_array())
        return {};
    if (Complaint complaint = check_count(schema, value.size(), {"minItems", "maxItems", "items"}))
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
        if (Complaint complaint = check(*part, value[index]))
            return beneath(std::move(complaint), "[" + std::to_string(index) + "]");
    }
    Complaint complaint = check_unique(schema, value);
    return complaint ? complaint : check_contained(schema, value);
}

Complaint SchemaCheck::check_contained(const Json& schema, const Json& value)
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

Complaint SchemaCheck::check_object(const Json& schema, const Json& value)
{
    if (!value.is_object())
        return {};
    for (const auto& [name, member] : value.items())
        if (Complaint complaint = check_member(schema, name, member))
            return complaint;
    if (const auto names = schema.find("required"); names != schema.end())
        if (Complaint complaint = check_names(*names, value, ""))
            return complaint;
    if (const auto lists = schema.find("dependentRequired"); lists != schema.end())
        for (const auto& [name, names] : lists->items())
            if (value.contains(name))
                if (Complaint complaint
                    = check_names(names, value, ", which " + text::in_quotes(name) + " needs"))
                    return complaint;
    if (const auto parts = schema.find("dependentSchemas"); parts != schema.end())
        for (const auto& [name, part] : parts->items())
            if (value.contains(name))
                if (Complaint complaint = check(part, value))
                    return complaint;
    return check_count(schema, value.size(), {"minProperties", "maxProperties", "fields"});
}

Complaint SchemaCheck::check_member(const Json& schema, const std::string& name, const Json& member)
{
    static const Json none = Json::object();
    const auto find = [&](const char* keyword) {
        const auto found = schema.find(keyword);
        return found == schema.end() ? &none : &*found;
    };
    if (const auto part = schema.find("propertyNames"); part != schema.end())
        if (Complaint complaint = check(*part, name))
            return Problem {
                "", "has the field " + text::in_quotes(name) + ", whose name " + complaint->what};
    bool is_known = false;
    const Json& properties = *find("properties");
    if (const auto part = properties.find(name); part != properties.end()) {
        is_known = true;
        if (Complaint complaint = check(*part, member))
            return beneath(std::move(complaint), name);
    }
    for (const auto& [pattern, part] : find("patternProperties")->items()) {
        if (!matches(name, pattern))
            continue;
        is_known = true;
        if (Complaint complaint = check(part, member))
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

Complaint SchemaCheck::check_combined(const Json& schema, const Json& value)
{
    if (const auto reference = schema.find("$ref"); reference != schema.end())
        if (Complaint complaint = check(*index.references.at(*reference), value))
            return complaint;
    if (const auto parts = schema.find("allOf"); parts != schema.end())
        for (const auto& part : *parts)
            if (Complaint complaint = check(part, value))
                return complaint;
    if (const auto parts = schema.find("anyOf"); parts != schema.end())
        if (Complaint complaint = check_alternatives(*parts, value, Fitting::any))
            return complaint;
    if (const auto parts = schema.find("oneOf"); parts != schema.end())
        return check_alternatives(*parts, value, Fitting::one);
    return {};
}

// Of those that don't fit, what is wrong with the one that fits furthest says most.
Complaint SchemaCheck::check_alternatives(const Json& parts, const Json& value, Fitting wanted)
{
    std::size_t fitting = 0;
    Complaint best;
    for (const auto& part : parts) {
        Complaint complaint = check(part, value);
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

Complaint SchemaCheck::check_conditions(const Json& schema, const Json& value)
{
    if (const auto part = schema.find("not"); part != schema.end())
        if (!check(*part, value))
            return Problem {"", "is what it must not be: " + shown(value)};
    const auto condition = schema.find("if");
    if (condition == schema.end())
        return {};
    const auto part = schema.find(check(*condition, value) ? "else" : "then");
    return part == schema.end() ? Complaint() : check(*part, value);
}

}
