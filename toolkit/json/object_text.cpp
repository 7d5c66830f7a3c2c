#include "toolkit/json/object_text.hpp"

#include "toolkit/json/json_strings.hpp"

#include <utility>

namespace toolkit::json {

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
