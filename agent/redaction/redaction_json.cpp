#include "agent/redaction/document_names.hpp"
#include "agent/redaction/record_words.hpp"
#include "agent/redaction/redacted_text.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/json/bounded_json.hpp"
#include "toolkit/json/whole_json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/lower_case.hpp"

#include <utility>

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

std::string Redaction::redact_name(const std::string& text) const
{
    if (is_word_of_records(text))
        return text;
    if (!can_be_name(text))
        return redact(text);
    static constexpr std::string_view mark = "[redacted]"; // servers refuse names with brackets
    std::string name = RedactedText(known ? *known : *finder).take({text, 0, true});
    for (std::size_t at = name.find(mark); at != std::string::npos; at = name.find(mark, at))
        name.replace(at, mark.size(), mark.substr(1, mark.size() - 2));
    return name;
}

// The fields behind `key` are of the same place as this one, unless they are what somebody said.
Redaction::Place Redaction::place_behind(const std::string& key, const Json& value, Place place)
{
    if (place == Place::record && (key == "parameters" || key == "schema"))
        return Place::schema;
    if (place == Place::record && (!holds_records(key) || !value.is_structured()))
        return Place::content;
    return place;
}

static std::string text_of_part(const Json& part)
{
    const auto text = part.is_object() ? part.find("text") : part.end();
    return part.is_object() && text != part.end() && text->is_string() ? text->get<std::string>() : "";
}

// The parts of a message's content are read as one text, and a secret may begin in one of them and end in another: then all text is
// moved to the first one.
Json Redaction::redact_parts(const Json& parts) const
{
    std::string text;
    std::string apart;
    for (const auto& part : parts) {
        text += text_of_part(part);
        apart += redact(text_of_part(part));
    }
    std::string together = redact(text);
    const bool is_split = together != apart;
    Json result = Json::array();
    for (const auto& part : parts) {
        const bool has_text = !text_of_part(part).empty();
        if (is_split && has_text && text.empty())
            continue;
        result.push_back(redact_value(part, Place::record));
        if (is_split && has_text)
            result.back()["text"] = std::exchange(together, {});
        if (has_text)
            text.clear();
    }
    return result;
}

// The last text of a document that says by a name, or by the flag before, that it is a secret. A rule may leave no document of it; then
// as it is by itself.
Json Redaction::redact_beside(const Json& document) const
{
    const std::string text = document.dump();
    const std::string redacted = redact(text);
    if (redacted != text && is_json(redacted))
        if (const Json shown = parse_bounded(redacted);
            shown.type() == document.type() && shown.size() == document.size() && shown.back().is_string())
            return shown.back();
    return redact(document.back().get_ref<const std::string&>());
}

// For a document of which redact() leaves none.
Json Redaction::redact_apart(const Json& document) const
{
    if (document.is_string())
        return redact(document.get_ref<const std::string&>());
    if (!document.is_structured())
        return document;
    Json result = document.is_object() ? Json::object() : Json::array();
    Json before;
    for (const auto& [key, value] : document.items()) {
        if (document.is_array()) {
            result.push_back(value.is_string() && before.is_string()
                    ? redact_beside(Json::array({before, value}))
                    : redact_apart(value));
            before = value;
            continue;
        }
        std::string name = is_part_of_documents(key) ? key : redact(key);
        while (name != key && (result.contains(name) || document.contains(name))) // two may become one
            name += "'";
        result[name] = is_secret(key) && !value.is_null() ? Json("[redacted]")
            : (key == "type" || key == "role") && value.is_string()
                && is_word_of_records(value.get_ref<const std::string&>())
            ? value
            : value.is_string() ? redact_beside({{key, value}})
                                : redact_apart(value);
    }
    return result;
}

Json Redaction::redact_member(const std::string& key, const Json& value, Place place) const
{
    if (is_secret(key) && !value.is_null())
        return "[redacted]";
    const bool is_name_of_record = place == Place::record && holds_name(key);
    if (value.is_array() && is_name_of_record) {
        Json names = Json::array();
        for (const auto& element : value)
            names.push_back(element.is_string() ? Json(redact_name(element.get<std::string>()))
                                                : redact_value(element, place));
        return names;
    }
    if (key == "content" && place == Place::record && value.is_array())
        return redact_parts(value);
    if (!value.is_string())
        return redact_value(value, place_behind(key, value, place));
    const auto& text = value.get_ref<const std::string&>();
    const bool is_code = place == Place::record && key == "error" && is_error_code(text);
    if (is_name_of_record || is_code || ((key == "type" || key == "role") && is_word_of_records(text)))
        return redact_name(text);
    std::string redacted = redact(text);
    // A rule may match quotes and brackets as well; and servers refuse calls whose arguments are no JSON.
    if (key == "arguments" && redacted != text && !is_json(redacted) && is_json(text))
        return redact_apart(parse_bounded(text)).dump();
    return redacted;
}

Json Redaction::redact_value(const Json& document, Place place) const
{
    if (document.is_string())
        return redact(document.get_ref<const std::string&>());
    if (document.is_array()) {
        Json result = Json::array();
        for (const auto& element : document)
            result.push_back(redact_value(element, place));
        return result;
    }
    if (!document.is_object())
        return document;
    Json result = Json::object();
    for (const auto& [key, value] : document.items()) {
        std::string name = is_part_of_documents(key) ? key
            : place == Place::content                ? redact(key)
                                                     : redact_name(key);
        while (name != key && (result.contains(name) || document.contains(name))) // two may become one
            name += "'";
        result[name] = redact_member(key, value, place);
    }
    return result;
}

Json Redaction::redact_json(const Json& document) const { return redact_value(document, Place::record); }
