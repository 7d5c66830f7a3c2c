#include "agent/mcp/elicitation.hpp"
#include "agent/mcp/shown_rows.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/terminal_text.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::mcp {

using namespace toolkit;

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

// In one line.
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
    } catch (const ToolError&) { // said below
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
