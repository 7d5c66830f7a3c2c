#include "toolkit/tool/parameter_check.hpp"

#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <map>

namespace toolkit::tool {

namespace {

bool has_name(const Field& field, const std::string& name)
{
    return name == field.name || (!field.encoded_name.empty() && name == field.encoded_name)
        || std::find(field.aliases.begin(), field.aliases.end(), name) != field.aliases.end();
}

ToolError unknown_field(const std::vector<Field>& table, const std::string& name)
{
    std::vector<std::string> known;
    known.reserve(table.size());
    for (const Field& field : table)
        if (!field.is_unlisted)
            known.push_back(field.name);
    std::string all;
    for (const auto& other : known)
        all += (all.empty() ? "it takes " : ", ") + text::in_quotes(other);
    return {Code::bad_request, "the request has an unknown field " + text::in_quotes(name),
        text::did_you_mean(name, known, all.empty() ? "it takes no fields: send {}" : all)};
}

std::string decode(const std::string& name, const Json& value)
{
    json::validate({{"type", "string"}}, value, name);
    auto bytes = text::base64_decode(value.get_ref<const std::string&>());
    if (!bytes)
        throw ToolError(Code::bad_request, text::in_quotes(name) + " is not base64",
            "RFC 4648 with padding, and no line breaks");
    return *std::move(bytes);
}

void check_value(const Field& field, const Json& value, const std::string& name)
{
    try {
        json::validate(field.schema, value, name);
    } catch (ToolError& error) {
        if (!field.limit_flag.empty() && value.is_number() && value > field.schema.at("maximum"))
            error.hint = "the operator can allow more by --" + field.limit_flag;
        throw;
    }
}

// A default that the operator's limit has moved is not the one in the Request's initializer.
void add_limited_defaults(const std::vector<Field>& table, Json& request)
{
    for (const Field& field : table)
        if (!field.limit_flag.empty() && field.schema.contains("default")
            && !request.contains(field.name))
            request[field.name] = field.schema.at("default");
}

void check_required(const std::vector<Field>& table, const Json& request)
{
    for (const Field& field : table)
        if (field.is_required && !request.contains(field.name))
            throw ToolError(Code::bad_request,
                "the request lacks " + text::in_quotes(field.name)
                    + (field.prints_encoded_name ? " or " + text::in_quotes(field.encoded_name)
                                                 : ""));
}

}

Json schema_of(const std::vector<Field>& table)
{
    Json properties = Json::object();
    Json required = Json::array();
    for (const Field& field : table) {
        if (field.is_unlisted)
            continue;
        properties[field.name] = field.schema;
        if (field.prints_encoded_name)
            properties[field.encoded_name]
                = {{"type", "string"}, {"description", "Instead of " + field.name}};
        else if (field.is_required)
            required.push_back(field.name);
    }
    Json schema {{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty())
        schema["required"] = std::move(required);
    schema["additionalProperties"] = false;
    return schema;
}

Json check(const std::vector<Field>& table, Json request)
{
    Json checked = Json::object();
    checked.get_ref<Json::object_t&>().reserve(
        table.size()); // an object that grows copies its members
    std::map<std::string, std::string> spelled; // a field's name to the one that the request used
    for (auto& [name, value] : request.get_ref<Json::object_t&>()) {
        const auto field = std::find_if(table.begin(), table.end(),
            [&name = name](const Field& candidate) { return has_name(candidate, name); });
        if (field == table.end())
            throw unknown_field(table, name);
        const auto [first, is_first] = spelled.emplace(field->name, name);
        if (!is_first)
            throw ToolError(Code::bad_request,
                text::in_quotes(first->second) + " and " + text::in_quotes(name)
                    + " are two names for one field",
                "give one of them");
        if (name == field->encoded_name)
            value = decode(name, value);
        check_value(*field, value, name);
        checked[field->name] = std::move(value);
        if (field->tells_encoding && name == field->encoded_name)
            checked[name] = true;
    }
    check_required(table, checked);
    add_limited_defaults(table, checked);
    return checked;
}

}
