#include "toolkit/tool/parameter_check.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/field_names.hpp"
#include "toolkit/tool/meant_value.hpp"
#include "toolkit/tool/request_findings.hpp"

#include <algorithm>
#include <map>

namespace toolkit::tool {

namespace {

// Inspects the whole request first, to find everything that is wrong with it; only then is it taken
// apart.
class RequestCheck {
public:
    // Converts values in another spelling to the type of their field.
    void inspect(const std::vector<Field>& table, Json& object, const std::string& place)
    {
        std::map<const Field*, const Json*> given;
        std::map<const Field*, const std::string*> names;
        for (auto& [name, value] : object.get_ref<Json::object_t&>()) {
            if (value.is_null())
                continue;
            const NamedField named = field_named(table, name);
            if (named.field == nullptr) {
                if (!is_note_of_client(name))
                    findings.add_unknown(table, place, name);
                continue;
            }
            if (is_left_out(*named.field, value))
                continue;
            inspect_value(named, value, place.empty() ? name : place + "." + name);
            const auto [other, is_first] = given.emplace(named.field, &value);
            if (is_first)
                names[named.field] = &name;
            else if (*other->second != value)
                findings.add_wrong({Code::bad_request,
                    text::in_quotes(*names[named.field]) + " and " + text::in_quotes(name)
                        + " are two names for one field",
                    "send only one of them"});
        }
        const auto has_stand_in = [&](const Field& field) {
            return std::any_of(given.begin(), given.end(),
                [&](const auto& one) { return one.first->name == field.stand_in; });
        };
        for (const Field& field : table)
            if (field.is_required && !given.contains(&field) && !has_stand_in(field))
                findings.add_missing(place, field);
    }

    // Returns the fields by their names in the table. To be called only if inspect() has found
    // nothing wrong.
    Json take(const std::vector<Field>& table, Json& object)
    {
        Json taken = Json::object();
        // Growing would copy the members.
        taken.get_ref<Json::object_t&>().reserve(table.size() + 1);
        for (auto& [name, value] : object.get_ref<Json::object_t&>()) {
            if (value.is_null())
                continue;
            const NamedField named = field_named(table, name);
            if (named.field == nullptr || named.field->kind == Kind::ignored
                || taken.contains(named.field->name) || is_left_out(*named.field, value))
                continue;
            if (named.field->kind == Kind::objects)
                for (Json& element : value)
                    element = take(named.field->rows, element);
            taken[named.field->name]
                = named.is_encoded ? Json(std::move(decoded.at(&value))) : std::move(value);
            if (named.is_encoded && named.field->tells_encoding)
                taken[named.field->encoded_name] = true;
        }
        return taken;
    }

    RequestFindings findings;

private:
    void inspect_value(const NamedField& named, Json& value, const std::string& name)
    {
        const Field& field = *named.field;
        if (named.is_encoded) {
            try {
                decoded[&value] = decoded_value(field, value, name);
            } catch (const ToolError& error) {
                findings.add_wrong(error);
            }
            return;
        }
        if (auto meant = meant_value(field, value))
            value = *std::move(meant);
        if (const auto problem = problem_with(field, value, name))
            return findings.add_wrong(*problem);
        if (field.kind == Kind::objects)
            for (std::size_t index = 0; index < value.size(); ++index)
                inspect(field.rows, value[index], name + "[" + std::to_string(index) + "]");
    }

    std::map<const Json*, std::string> decoded; // bytes of the values in base64
};

// Adds defaults that the operator's limit has changed, since the initializer of the Request has the
// old ones.
void add_limited_defaults(const std::vector<Field>& table, Json& request)
{
    for (const Field& field : table)
        if (!field.limit_flag.empty() && !field.usual.is_null() && !request.contains(field.name))
            request[field.name] = field.usual;
}

}

// Requires one of the two names of a field, or allows at most one if the field is optional. Does
// not use anyOf or oneOf: OpenAI and Anthropic refuse a schema with them at the top, and llama.cpp
// would ignore everything else. The strict mode of ajv requires each name in `required` to be in
// `properties` of the same schema.
static void add_choice_of_names(const Field& field, Json& schema)
{
    const Json none {{"properties", {{std::string(field.name), false}}}};
    schema["if"] = {{"properties", {{std::string(field.encoded_name), false}}}};
    if (field.is_required)
        schema["then"] = {{"properties", {{std::string(field.name), Json::object()}}},
            {"required", Json::array({std::string(field.name)})}};
    schema["else"] = none;
}

Json schema_of(const std::vector<Field>& table)
{
    const Field* with_two_names = nullptr;
    Json properties = Json::object();
    Json required = Json::array();
    for (const Field& field : table) {
        if (field.is_unlisted)
            continue;
        properties[field.name] = schema_of(field);
        if (field.prints_encoded_name) {
            properties[field.encoded_name]
                = {{"type", "string"}, {"description", "Instead of " + std::string(field.name)}};
            with_two_names = with_two_names == nullptr ? &field : with_two_names;
        } else if (field.is_required)
            required.push_back(field.name);
    }
    Json schema {{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty())
        schema["required"] = std::move(required);
    schema["additionalProperties"] = false;
    if (with_two_names != nullptr)
        add_choice_of_names(*with_two_names, schema);
    return schema;
}

Json check(const std::vector<Field>& table, Json request)
{
    RequestCheck check;
    check.inspect(table, request, "");
    if (!check.findings.is_empty())
        throw check.findings.error(table, request);
    Json checked = check.take(table, request);
    add_limited_defaults(table, checked);
    return checked;
}

}
