#include "agent/mcp/elicitation.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "agent/mcp/content_text.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::mcp {

namespace {

using Kind = FormField::Kind;

constexpr std::size_t max_message = 8 << 10;
constexpr std::size_t max_fields = 64;
constexpr std::size_t max_choices = 200;
constexpr std::size_t max_words = 2 << 10; // of a name, a title, a description, a choice

ToolError malformed_question(const std::string& why)
{
    return {Code::bad_request, "the question is malformed: " + why};
}

std::string words_in(const Json& object, const char* name)
{
    std::string words = json::string_member(object, name);
    if (words.size() > max_words)
        throw ToolError(Code::too_large, "the question has a text of more than 2 KiB");
    return words;
}

void add_choice(FormField& field, const Json& value, const Json& title)
{
    if (!value.is_string())
        throw malformed_question(
            "a choice of the field " + text::in_quotes(field.name) + " is not a string");
    if (field.choices.size() == max_choices)
        throw ToolError(Code::too_large,
            "the question has a field with more than " + std::to_string(max_choices) + " choices");
    field.choices.push_back({value, title.is_string() ? title.get<std::string>() : ""});
    if (field.choices.back().value.size() + field.choices.back().title.size() > max_words)
        throw ToolError(Code::too_large, "the question has a text of more than 2 KiB");
}

// Reads the choices from enum, with or without enumNames, or from oneOf or anyOf with {"const",
// "title"}.
void read_choices(FormField& field, const Json& schema)
{
    const Json& values = json::member(schema, "enum");
    const Json& titles = json::member(schema, "enumNames");
    for (std::size_t index = 0; values.is_array() && index < values.size(); ++index)
        add_choice(field, values[index],
            titles.is_array() && index < titles.size() ? titles[index] : Json());
    for (const char* keyword : {"oneOf", "anyOf"})
        for (const Json& option : json::member(schema, keyword))
            add_choice(field, json::member(option, "const"), json::member(option, "title"));
}

Json values_of_choices(const FormField& field)
{
    Json values = Json::array();
    for (const auto& choice : field.choices)
        values.push_back(choice.value);
    return values;
}

void copy_keywords(Json& to, const Json& from, std::initializer_list<const char*> keywords)
{
    for (const char* keyword : keywords)
        if (const Json& value = json::member(from, keyword); !value.is_null())
            to[keyword] = value;
}

// Returns a rough pattern; the server validates the value itself.
const char* pattern_of_format(const std::string& format)
{
    return format == "email" ? R"(^[^@\s]+@[^@\s]+$)"
        : format == "uri"    ? R"(^[A-Za-z][A-Za-z0-9+.-]*:\S+$)"
        : format == "date"   ? R"(^\d{4}-\d\d-\d\d$)"
        : format == "date-time"
        ? R"(^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$)"
        : "";
}

void read_text(FormField& field, const Json& schema)
{
    read_choices(field, schema);
    if (!field.choices.empty()) {
        field.kind = Kind::choice;
        field.schema["enum"] = values_of_choices(field);
        return;
    }
    copy_keywords(field.schema, schema, {"minLength", "maxLength", "pattern"});
    const std::string pattern = pattern_of_format(json::string_member(schema, "format"));
    if (!pattern.empty() && !field.schema.contains("pattern"))
        field.schema["pattern"] = pattern;
}

void read_list(FormField& field, const Json& schema)
{
    const Json& items = json::member(schema, "items");
    read_choices(field, items);
    if (field.choices.empty())
        throw malformed_question(
            "the field " + text::in_quotes(field.name) + " is a list, and not one of choices");
    field.kind = Kind::choices;
    copy_keywords(field.schema, schema, {"minItems", "maxItems"});
    field.schema["uniqueItems"] = true;
    field.schema["items"] = {{"enum", values_of_choices(field)}};
}

void read_kind(FormField& field, const Json& schema)
{
    const std::string type = json::string_member(schema, "type");
    field.schema = {{"type", type}};
    if (type == "string") {
        read_text(field, schema);
    } else if (type == "array") {
        read_list(field, schema);
    } else if (type == "boolean") {
        field.kind = Kind::yes_no;
    } else if (type == "number" || type == "integer") {
        field.kind = type == "number" ? Kind::number : Kind::integer;
        copy_keywords(field.schema, schema,
            {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"});
    } else {
        throw malformed_question(
            "the field " + text::in_quotes(field.name) + " is no text, number, boolean or choice");
    }
}

void check_value(const FormField& field, const Json& value)
{
    try {
        json::Schema(field.schema, calls::compiled_by_re2).check(value);
    } catch (const ToolError& error) {
        constexpr std::string_view whole = "the object";
        const std::string why = error.message.starts_with(whole)
            ? error.message.substr(whole.size())
            : ": " + error.message;
        throw ToolError(Code::bad_request, text::in_quotes(field.name) + why, error.hint);
    }
}

bool names_secret(const std::string& name)
{
    static constexpr std::array<std::string_view, 15> secrets {"password", "passwd", "passphrase",
        "passcode", "secret", "token", "key", "apikey", "card", "cvv", "cvc", "pin", "pwd",
        "credential", "credentials"};
    std::string ascii = name; // letters of other scripts separate words here
    std::replace_if(
        ascii.begin(), ascii.end(),
        [](char letter) { return static_cast<unsigned char>(letter) >= 0x80; }, ' ');
    const std::vector<std::string> words = text::words_in_name(ascii);
    return std::any_of(words.begin(), words.end(),
        [](const std::string& word) { return text::contains(secrets, word); });
}

FormField field_in(const std::string& name, const Json& schema, bool is_required)
{
    FormField field;
    if (name.size() > max_words)
        throw ToolError(Code::too_large, "the question has a text of more than 2 KiB");
    field.name = name;
    field.title = words_in(schema, "title");
    field.description = words_in(schema, "description");
    field.is_required = is_required;
    read_kind(field, schema);
    field.is_secret = field.kind != Kind::yes_no && field.choices.empty()
        && (names_secret(name) || names_secret(field.title));
    field.usual = json::member(schema, "default");
    try {
        if (field.usual.is_null())
            json::Schema(field.schema, calls::compiled_by_re2);
        else
            check_value(field, field.usual);
    } catch (const ToolError& error) {
        throw malformed_question(error.message);
    }
    return field;
}

}

Form form_in(const Json& params)
{
    const Json& mode = json::member(params, "mode");
    if (!mode.is_null() && mode != "form")
        throw malformed_question("its mode is unknown");
    Form form {json::string_member(params, "message"), {}};
    if (form.message.empty())
        throw malformed_question("it has no message");
    if (form.message.size() > max_message)
        throw ToolError(Code::too_large, "the message of the question has more than 8 KiB");
    const Json& schema = json::member(params, "requestedSchema");
    const Json& properties = json::member(schema, "properties");
    const Json& required = json::member(schema, "required");
    if (!(schema.is_null() || schema.is_object())
        || !(properties.is_null() || properties.is_object()))
        throw malformed_question("its requestedSchema is not that of an object");
    if (properties.size() > max_fields)
        throw ToolError(Code::too_large,
            "the question has more than " + std::to_string(max_fields) + " fields");
    for (const auto& [name, property] : properties.items())
        form.fields.push_back(field_in(name, property, text::contains(required, name)));
    for (const auto& name : required)
        if (!name.is_string() || !properties.is_object() || !properties.contains(name))
            throw malformed_question("it requires a field that it does not have");
    return form;
}

Json completed_answer(const Form& form, const Json& answer)
{
    if (!answer.is_object())
        throw ToolError(Code::bad_request, "an answer is a JSON object");
    Json complete = Json::object();
    for (const auto& field : form.fields) {
        const Json& given = json::member(answer, field.name.c_str());
        const Json& value = given.is_null() ? field.usual : given;
        if (value.is_null() && field.is_required)
            throw ToolError(
                Code::bad_request, text::in_quotes(field.name) + " is needed, and has no default");
        if (value.is_null())
            continue;
        check_value(field, value);
        complete[field.name] = value;
    }
    const auto is_field = [&](const std::string& name) {
        return std::any_of(form.fields.begin(), form.fields.end(),
            [&](const FormField& field) { return field.name == name; });
    };
    for (const auto& [name, value] : answer.items())
        if (!is_field(name))
            throw ToolError(Code::bad_request, text::in_quotes(name) + " is no field of the form");
    return complete;
}

Json accepted(Json answer) { return {{"action", "accept"}, {"content", std::move(answer)}}; }

Json declined() { return {{"action", "decline"}}; }

Json cancelled() { return {{"action", "cancel"}}; }

// Returns the schema of a field with the titles of its choices, which FormField::schema leaves out.
static Json titled_schema(const FormField& field)
{
    Json schema = field.schema;
    const bool has_titles = std::any_of(field.choices.begin(), field.choices.end(),
        [](const auto& choice) { return !choice.title.empty(); });
    if (!has_titles)
        return schema;
    Json options = Json::array();
    for (const auto& choice : field.choices)
        options.push_back(choice.title.empty()
                ? Json {{"const", choice.value}}
                : Json {{"const", choice.value}, {"title", choice.title}});
    if (field.kind == Kind::choices) {
        schema["items"] = {{"anyOf", std::move(options)}};
    } else {
        schema.erase("enum");
        schema["oneOf"] = std::move(options);
    }
    return schema;
}

Json schema_of(const Form& form)
{
    Json schema {{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}};
    for (const auto& field : form.fields) {
        Json& property = schema["properties"][field.name];
        property = titled_schema(field);
        if (!field.title.empty())
            property["title"] = field.title;
        if (!field.description.empty())
            property["description"] = field.description;
        if (!field.usual.is_null())
            property["default"] = field.usual;
        if (field.is_required)
            schema["required"].push_back(field.name);
    }
    return schema;
}

namespace {

using Kind = FormField::Kind;

std::string kind_text(const FormField& field)
{
    switch (field.kind) {
    case Kind::text: return "a text";
    case Kind::number: return "a number";
    case Kind::integer: return "a whole number";
    case Kind::yes_no: return "yes or no";
    case Kind::choice: return "one of these";
    case Kind::choices: break;
    }
    return "any of these, separated by commas";
}

// Returns a value for display in one line.
std::string shown_value(const Json& value)
{
    if (value.is_boolean())
        return value == true ? "yes" : "no";
    if (value.is_string())
        return value.get<std::string>();
    if (!value.is_array())
        return value.dump();
    std::string all;
    for (const auto& part : value)
        all += (all.empty() ? "" : ", ") + shown_value(part);
    return all;
}

void add_field(ShownRows& rows, const FormField& field)
{
    rows.add("  ",
        Json(field.name).dump() + (field.title.empty() ? "" : " " + field.title) + ": "
            + kind_text(field) + (field.is_required ? "" : ", may be left out"));
    if (field.is_secret)
        rows.add(
            "      ", "this looks like a secret: the protocol forbids asking for one in a form");
    if (!field.description.empty())
        rows.add("      ", field.description);
    for (std::size_t index = 0; index < field.choices.size(); ++index) {
        const auto& choice = field.choices[index];
        rows.add("      ",
            std::to_string(index + 1) + " " + choice.value
                + (choice.title.empty() ? "" : " (" + choice.title + ")"));
    }
    if (!field.usual.is_null())
        rows.add("      ", "default: " + shown_value(field.usual));
}

Json choice_typed(const FormField& field, const std::string& words)
{
    for (const auto& choice : field.choices)
        if (choice.value == words)
            return choice.value;
    for (const auto& choice : field.choices)
        if (!choice.title.empty() && text::is_equal_but_case(choice.title, words))
            return choice.value;
    for (std::size_t index = 0; index < field.choices.size(); ++index)
        if (std::to_string(index + 1) == words)
            return field.choices[index].value;
    throw ToolError(Code::bad_request,
        text::in_quotes(words) + " is none of the choices of " + text::in_quotes(field.name),
        "type the number before one of them");
}

Json choices_typed(const FormField& field, const std::string& line)
{
    Json values = Json::array();
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        const std::string words(text::stripped(line.substr(begin, end - begin)));
        if (!words.empty())
            values.push_back(choice_typed(field, words));
        begin = end + 1;
    }
    return values;
}

Json yes_or_no_typed(const FormField& field, const std::string& words)
{
    const std::string word = text::in_lower_case(words);
    for (const char* yes : {"y", "yes", "true"})
        if (word == yes)
            return true;
    for (const char* no : {"n", "no", "false"})
        if (word == no)
            return false;
    throw ToolError(Code::bad_request, text::in_quotes(field.name) + " takes yes or no");
}

Json number_typed(const FormField& field, const std::string& words)
{
    try {
        if (Json number = json::parse_bounded(words); number.is_number())
            return number;
    } catch (const ToolError&) { // reported below
    }
    throw ToolError(Code::bad_request, text::in_quotes(field.name) + " takes " + kind_text(field));
}

Json words_typed(const FormField& field, const std::string& words)
{
    switch (field.kind) {
    case Kind::text: return words;
    case Kind::number:
    case Kind::integer: return number_typed(field, words);
    case Kind::yes_no: return yes_or_no_typed(field, words);
    case Kind::choice: return choice_typed(field, words);
    case Kind::choices: break;
    }
    return choices_typed(field, words);
}

}

std::vector<std::string> question_rows(
    const Form& form, const std::string& server, std::size_t columns)
{
    ShownRows rows(columns);
    rows.add("", "the MCP server " + text::in_quotes(server) + " asks:");
    rows.add("    ", form.message);
    for (const auto& field : form.fields)
        add_field(rows, field);
    rows.add("", "an answer is sent to this server: give it no password and no key of others");
    return rows.take();
}

std::vector<std::string> answer_rows(const Form& form, const Json& answer, std::size_t columns)
{
    ShownRows rows(columns);
    rows.add("", "your answer:");
    for (std::size_t index = 0; index < form.fields.size(); ++index) {
        const FormField& field = form.fields[index];
        const Json& value = json::member(answer, field.name.c_str());
        rows.add("  ",
            std::to_string(index + 1) + " " + field.name + ": "
                + (value.is_null()        ? "(left out)"
                        : field.is_secret ? std::string("....")
                                          : shown_value(value)));
    }
    return rows.take();
}

std::string prompt_of(const FormField& field)
{
    constexpr std::size_t max_shown = 30;
    std::string prompt = "  " + text::for_decision(text::shortened(field.name, max_shown));
    if (!field.usual.is_null())
        prompt += " [" + text::for_decision(text::shortened(shown_value(field.usual), max_shown))
            + "]";
    return prompt + ": ";
}

Json value_typed(const FormField& field, const std::string& line)
{
    const std::string words(text::stripped(line));
    if (!text::is_utf8(words))
        throw ToolError(Code::bad_request, "what was typed is not UTF-8");
    const Form alone {"", {field}};
    const Json answer
        = words.empty() ? Json::object() : Json {{field.name, words_typed(field, words)}};
    const Json complete = completed_answer(alone, answer);
    return complete.empty() ? Json() : complete.front();
}

}
