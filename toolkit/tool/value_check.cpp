#include "toolkit/tool/value_check.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace toolkit::tool {

static void validate_text(const Json& value, const std::string& name)
{
    static const Json schema {{"type", "string"}};
    json::validate(schema, value, name);
}

static void check_format(const Field& field, const std::string& text, const std::string& name)
{
    if (field.format == nullptr || field.format->fits(text))
        return;
    const std::string problem = field.format->pattern == nullptr
        ? " must not be empty"
        : std::string(" must be ") + field.format->words + ", not " + text::in_quotes(text);
    throw ToolError(Code::bad_request, text::in_quotes(name) + problem, field.format->hint);
}

// What the toolkit's check of schemas has no words for.
static void validate_by_kind(const Field& field, const Json& value, const std::string& name)
{
    const bool is_list = value.is_array()
        && std::all_of(
            value.begin(), value.end(), [](const Json& element) { return element.is_string(); });
    if (field.kind == Kind::text_or_list && !value.is_string() && !is_list)
        throw ToolError(Code::bad_request,
            text::in_quotes(name) + " must be a string or a list of strings, not "
                + (value.is_array() ? "a list of other values" : json::shown(value)));
    if (field.kind == Kind::objects) {
        Json schema = schema_of(field);
        schema["items"] = {{"type", "object"}};
        json::validate(schema, value, name);
    }
}

static void validate_value(const Field& field, const Json& value, const std::string& name)
{
    switch (field.kind) {
    case Kind::ignored: return;
    case Kind::text_or_list:
    case Kind::objects: return validate_by_kind(field, value, name);
    case Kind::text:
        validate_text(value, name);
        return check_format(field, value.get_ref<const std::string&>(), name);
    default: return json::validate(schema_of(field), value, name);
    }
}

std::optional<ToolError> problem_with(
    const Field& field, const Json& value, const std::string& name)
{
    try {
        validate_value(field, value, name);
        return {};
    } catch (ToolError& error) {
        if (!field.limit_flag.empty() && value.is_number() && value > *limit_of(field, "maximum"))
            error.hint = "the operator can allow more by --" + std::string(field.limit_flag);
        return std::move(error);
    }
}

std::string decoded_value(const Field& field, const Json& value, const std::string& name)
{
    validate_text(value, name);
    auto bytes = text::base64_decode(value.get_ref<const std::string&>());
    if (!bytes)
        throw ToolError(Code::bad_request, text::in_quotes(name) + " is not base64",
            "use RFC 4648 with padding and without newlines");
    check_format(field, *bytes, name);
    return *std::move(bytes);
}

}
