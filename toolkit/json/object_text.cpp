#include "toolkit/json/object_text.hpp"

#include "toolkit/json/json_strings.hpp"

#include <string>
#include <utility>

namespace toolkit::json {

std::size_t extent_of_value(std::string_view text)
{
    static constexpr std::size_t max_depth = 64;
    std::string closing;
    bool is_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (is_string) {
            at += byte == '\\' ? 1 : 0;
            is_string = byte != '"';
        } else if (byte == '{' || byte == '[') {
            closing += byte == '{' ? '}' : ']';
            if (closing.size() > max_depth)
                return 0;
        } else if (closing.empty()) {
            return 0;
        } else if (byte == '"') {
            is_string = true;
        } else if (byte == '}' || byte == ']') {
            if (closing.back() != byte)
                return 0;
            closing.pop_back();
            if (closing.empty())
                return at + 1;
        }
    }
    return 0;
}

std::optional<std::string> without_depth(std::string_view text, std::size_t max_depth)
{
    std::string result;
    std::size_t depth = 0;
    std::size_t taken = 0; // everything before it is in the result or was replaced
    bool is_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (is_string) {
            at += byte == '\\' ? 1 : 0;
            is_string = byte != '"';
        } else if (byte == '"') {
            is_string = true;
        } else if (byte == '{' || byte == '[') {
            if (depth++ == max_depth) {
                result += text.substr(taken, at - taken);
                result += "null";
            }
        } else if ((byte == '}' || byte == ']') && depth > 0 && --depth == max_depth) {
            taken = at + 1;
        }
    }
    if (result.empty())
        return {};
    if (depth <= max_depth)
        result += text.substr(taken);
    return result;
}

void ObjectText::begin(std::string_view name)
{
    text += text.empty() ? '{' : ',';
    append_literal(text, name);
    text += ':';
}

void ObjectText::add(std::string_view name, std::string_view value)
{
    begin(name);
    append_literal(text, value);
}

void ObjectText::add(std::string_view name, std::int64_t number)
{
    add_json(name, std::to_string(number));
}

void ObjectText::add_boolean(std::string_view name, bool value)
{
    add_json(name, value ? "true" : "false");
}

void ObjectText::add_switch(std::string_view name, bool is_on)
{
    if (is_on)
        add_boolean(name, true);
}

void ObjectText::add_list(std::string_view name, const std::vector<std::string>& texts)
{
    if (texts.empty())
        return;
    begin(name);
    char separator = '[';
    for (const auto& value : texts) {
        text += separator;
        append_literal(text, value);
        separator = ',';
    }
    text += ']';
}

void ObjectText::add_json(std::string_view name, std::string_view json)
{
    begin(name);
    text += json;
}

std::string ObjectText::take()
{
    text += text.empty() ? "{}" : "}";
    return std::move(text);
}

}
