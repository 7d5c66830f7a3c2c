#include "agent/redaction/record_words.hpp"
#include "agent/redaction/redaction.hpp"
#include "agent/redaction/wire_names.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/image.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace agent::redaction {

using namespace toolkit;

static std::optional<Json> parsed(const std::string& text)
{
    try {
        return json::parse_bounded(text);
    } catch (const ToolError&) {
        return {};
    }
}

bool Redaction::is_secret(const std::string& key) const
{
    return !keys.empty() && keys.contains(text::in_lower_case(key));
}

std::string Redaction::redact_name(const std::string& text) const
{
    if (is_word_of_records(text))
        return text;
    if (!can_be_name(text))
        return redact(text);
    static constexpr std::string_view mark = "[redacted]"; // servers refuse names with brackets
    std::string name = redacted_text(known ? *known : *finder, text);
    for (std::size_t at = name.find(mark); at != std::string::npos; at = name.find(mark, at))
        name.replace(at, mark.size(), mark.substr(1, mark.size() - 2));
    return name;
}

// Returns the place of the value of `key`: the same as this one, unless the value is free text or a
// schema.
Redaction::Place Redaction::place_after(const std::string& key, const Json& value, Place place)
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
    return part.is_object() && text != part.end() && text->is_string() ? text->get<std::string>()
                                                                       : "";
}

static std::string url_of_part(const Json& part)
{
    return json::string_member(json::member(part, "image_url"), "url");
}

// Replaces an image with a secret by a text, since servers refuse an image whose data was changed.
Json Redaction::redact_part(const Json& part) const
{
    Json shown = redact_value(part, Place::record);
    const std::string url = url_of_part(part);
    if (url != url_of_part(shown) && text::image_in_url(url))
        return {{"type", "text"}, {"text", "[image: left out, since its data has a secret]"}};
    return shown;
}

// Redacts the parts of a message's content. They are read as one text, so that a secret may begin
// in one part and end in another: all text is moved to the first part then.
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
        result.push_back(redact_part(part));
        if (is_split && has_text)
            result.back()["text"] = std::exchange(together, {});
        if (has_text)
            text.clear();
    }
    return result;
}

// Redacts a text that was already redacted once, except its "[redacted]" marks: a broad rule would
// match these, too.
std::string Redaction::redact_rest(std::string_view text) const
{
    static constexpr std::string_view mark = "[redacted]";
    std::string result;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(mark, at), text.size());
        result += redact(text.substr(at, end - at));
        result += text.substr(end, mark.size());
        at = end == text.size() ? end + 1 : end + mark.size();
    }
    return result;
}

// Redacts the last text of `document`, which contains it with its name, or with the flag before it.
// If a rule destroys the document, redacts the text by itself.
std::string Redaction::redact_beside(const Json& document) const
{
    const std::string text = document.dump();
    const std::string redacted = redact_rest(text);
    if (redacted != text)
        if (const auto shown = parsed(redacted); shown && shown->type() == document.type()
            && shown->size() == document.size() && shown->back().is_string())
            return redact_document(shown->back(), Pass::again);
    return redact_document(document.back(), Pass::again);
}

// Redacts a text that may be JSON. Escapes (\u0061, \/, \n), and whitespace between a name and its
// value, can hide a secret from the rules, so each text in it is redacted by itself as well. If
// that finds nothing more, the result keeps its form.
std::string Redaction::redact_document(const std::string& text, Pass pass) const
{
    std::string plain = pass == Pass::again ? redact_rest(text) : redact(text);
    const std::string_view inner = text::stripped(text);
    if (!inner.starts_with('{') && !inner.starts_with('['))
        return plain;
    const std::optional<Json> shown = parsed(plain);
    if (!shown)
        return plain;
    const std::string written = shown->dump(); // with minimal escapes
    const std::optional<Json> rewritten = written == plain ? shown : parsed(redact_rest(written));
    Json apart = redact_value(rewritten ? *rewritten : *shown, Place::apart);
    return apart == *shown ? plain : apart.dump();
}

Json Redaction::redact_apart(const std::string& key, const Json& value) const
{
    if (!value.is_string())
        return redact_value(value, Place::apart);
    const bool is_word = (key == "type" || key == "role")
        && is_word_of_records(value.get_ref<const std::string&>());
    return is_word ? value : Json(redact_beside({{key, value}}));
}

// Redacts the schema of a field whose value is secret: its examples are secret, too.
Json Redaction::redact_described(const Json& schema) const
{
    Json result = redact_value(schema, Place::schema);
    for (const char* field : {"const", "default"})
        if (result.is_object() && result.contains(field))
            result[field] = "[redacted]";
    for (const char* field : {"enum", "examples"})
        if (result.is_object() && result.contains(field))
            result[field] = Json::array({"[redacted]"});
    return result;
}

Json Redaction::redact_member(const std::string& key, const Json& value, Place place) const
{
    if (is_secret(key) && !value.is_null()) // in a schema, the value describes the field
        return place == Place::schema && value.is_structured() ? redact_described(value)
                                                               : Json("[redacted]");
    if (place == Place::apart)
        return redact_apart(key, value);
    if (key == "arguments" && place == Place::record && value.is_object())
        return redact_value(value, Place::apart); // each together with its name
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
        return redact_value(value, place_after(key, value, place));
    return redact_text(key, value.get_ref<const std::string&>(), place);
}

// True for the data: URL of an image in a member for one, without known values. Other rules are for
// texts, and would match base64 by accident; but the bytes after the header of an image may be
// anything, so it is searched for known values.
bool Redaction::is_image_without_secrets(const std::string& key, const std::string& text) const
{
    if (key != "url" && key != "image_url")
        return false;
    const auto bytes = text::image_in_url(text);
    return bytes && text.starts_with("data:" + std::string(text::image_type(*bytes)) + ";")
        && redacted_text(values, text) == text && redacted_text(values, *bytes) == *bytes;
}

// Redacts the text of a member that is neither secret by its name nor part of a text that is JSON.
std::string Redaction::redact_text(
    const std::string& key, const std::string& text, Place place) const
{
    if (is_image_without_secrets(key, text))
        return text;
    const bool is_name_of_record = place == Place::record && holds_name(key);
    const bool is_code = place == Place::record && key == "error" && is_error_code(text);
    if (is_name_of_record || is_code
        || ((key == "type" || key == "role") && is_word_of_records(text)))
        return redact_name(text);
    std::string redacted = redact_document(text, Pass::first);
    // A rule may also match quotes and brackets, but servers refuse calls whose arguments are not
    // JSON.
    if (key == "arguments" && redacted != text && !parsed(redacted))
        if (const auto given = parsed(text))
            return redact_value(*given, Place::apart).dump();
    return redacted;
}

Json Redaction::redact_array(const Json& array, Place place) const
{
    Json result = Json::array();
    const Json* before = nullptr;
    for (const auto& element : array) {
        const bool has_flag = place == Place::apart && before != nullptr && before->is_string();
        result.push_back(has_flag && element.is_string()
                ? Json(redact_beside(Json::array({*before, element})))
                : redact_value(element, place));
        before = &element;
    }
    return result;
}

Json Redaction::redact_value(const Json& document, Place place) const
{
    if (document.is_string())
        return place == Place::apart ? redact_document(document, Pass::again)
                                     : redact(document.get_ref<const std::string&>());
    if (document.is_array())
        return redact_array(document, place);
    if (!document.is_object())
        return document;
    Json result = Json::object();
    for (const auto& [key, value] : document.items()) {
        const bool is_of_records = place == Place::record || place == Place::schema;
        std::string name = is_part_of_documents(key) ? key
            : is_of_records                          ? redact_name(key)
                                                     : redact(key);
        // Two names may become the same.
        while (name != key && (result.contains(name) || document.contains(name)))
            name += "'";
        result[name] = redact_member(key, value, place);
    }
    return result;
}

Json Redaction::redact_field(const std::string& name, const Json& value) const
{
    return redact_member(name, value, Place::record);
}

std::string Redaction::redact_field(const std::string& name, const std::string& text) const
{
    return is_secret(name) ? "[redacted]" : redact_text(name, text, Place::record);
}

Json Redaction::redact_json(const Json& document) const
{
    return redact_value(document, Place::record);
}

}
