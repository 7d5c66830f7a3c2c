#include "runner/bounded_json.hpp"
#include "runner/document_names.hpp"
#include "runner/lower_case.hpp"
#include "runner/redaction.hpp"
#include "toolkit/error.hpp"
#include "toolkit/whole_json.hpp"

#include <algorithm>
#include <array>

static bool is_role(std::string_view text)
{
    static constexpr std::array<std::string_view, 5> roles {
        "system", "developer", "user", "assistant", "tool"};
    return std::find(roles.begin(), roles.end(), text) != roles.end();
}

static bool is_json(const std::string& text)
{
    try {
        parse_bounded(text);
        return true;
    } catch (const ToolError&) {
        return false;
    }
}

bool Redaction::is_secret(const std::string& key) const
{
    return !keys.empty() && keys.contains(in_lower_case(key));
}

Json Redaction::redact_member(const std::string& key, const Json& value) const
{
    if (is_secret(key) && !value.is_null())
        return "[redacted]";
    if (!value.is_string())
        return redact_json(value);
    const auto& text = value.get_ref<const std::string&>();
    if (key == "role" && is_role(text))
        return value;
    std::string redacted = redact(text);
    // A rule may match quotes and brackets as well; and servers refuse calls whose arguments are no JSON.
    if (key == "arguments" && redacted != text && !is_json(redacted) && is_json(text))
        return redact_json(parse_bounded(text)).dump();
    return redacted;
}

Json Redaction::redact_json(const Json& document) const
{
    if (document.is_string())
        return redact(document.get_ref<const std::string&>());
    if (document.is_array()) {
        Json result = Json::array();
        for (const auto& element : document)
            result.push_back(redact_json(element));
        return result;
    }
    if (!document.is_object())
        return document;
    Json result = Json::object();
    for (const auto& [key, value] : document.items())
        result[is_part_of_documents(key) ? key : redact(key)] = redact_member(key, value);
    return result;
}
