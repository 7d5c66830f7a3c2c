#include "toolkit/tool/corrected_request.hpp"

#include "toolkit/tool/field_names.hpp"
#include "toolkit/tool/meant_value.hpp"
#include "toolkit/tool/value_check.hpp"

#include <algorithm>

namespace toolkit::tool {

static bool fits(const Field& field, const Json& value)
{
    return !problem_with(field, value, std::string(field.name));
}

// Each object of a list corrected.
static std::optional<Json> corrected_objects(const Field& field, const Json& list)
{
    Json objects = Json::array();
    for (const Json& object : list) {
        auto corrected = corrected_request(field.rows, object);
        if (!corrected)
            return {};
        objects.push_back(*std::move(corrected));
    }
    return objects;
}

static std::optional<Json> corrected_value(const NamedField& named, const Json& value)
{
    const Field& field = *named.field;
    if (named.is_encoded) {
        try {
            decoded_value(field, value, std::string(field.name));
            return value;
        } catch (const ToolError&) {
            return {};
        }
    }
    std::optional<Json> corrected = meant_value(field, value);
    if (!corrected)
        corrected = value;
    if (!fits(field, *corrected))
        corrected = probable_value(field, *corrected);
    if (!corrected || !fits(field, *corrected))
        return {};
    return field.kind == Kind::objects ? corrected_objects(field, *corrected) : corrected;
}

// A name that could mean two things has no correction.
static NamedField meant_field(const std::vector<Field>& table, const std::string& name)
{
    const NamedField named = field_named(table, name);
    const bool is_known = named.field != nullptr || !hint_for_name(table, name).empty();
    return is_known ? named : nearest_field(table, name);
}

std::optional<Json> corrected_request(const std::vector<Field>& table, const Json& request)
{
    Json corrected = Json::object();
    std::vector<const Field*> given;
    for (const auto& [name, value] : request.items()) {
        if (value.is_null())
            continue;
        if (field_named(table, name).field == nullptr && is_note_of_client(name))
            continue;
        const NamedField named = meant_field(table, name);
        if (named.field == nullptr)
            return {};
        if (named.field->kind == Kind::ignored || is_left_out(*named.field, value))
            continue;
        auto better = corrected_value(named, value);
        const std::string wire_name(
            named.is_encoded ? named.field->encoded_name : named.field->name);
        const bool is_given = std::find(given.begin(), given.end(), named.field) != given.end();
        if (!better || (is_given && corrected.value(wire_name, Json()) != *better))
            return {};
        given.push_back(named.field);
        corrected[wire_name] = *std::move(better);
    }
    const bool is_whole = std::all_of(table.begin(), table.end(), [&](const Field& field) {
        return !field.is_required || corrected.contains(field.stand_in)
            || std::find(given.begin(), given.end(), &field) != given.end();
    });
    return is_whole ? std::optional<Json>(std::move(corrected)) : std::nullopt;
}

}
