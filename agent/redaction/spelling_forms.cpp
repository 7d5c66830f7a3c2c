#include "agent/redaction/spelling_forms.hpp"

#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cctype>

namespace agent::redaction {

using namespace toolkit;

static constexpr std::string_view upper_digits = "0123456789ABCDEF";
static constexpr std::string_view lower_digits = "0123456789abcdef";

std::vector<Character> characters_of(std::string_view value)
{
    const bool is_text = text::is_utf8(value);
    std::vector<Character> result;
    for (std::size_t at = 0; at < value.size();) {
        const auto first = static_cast<unsigned char>(value[at]);
        const std::size_t size = !is_text || first < 0x80 ? 1
            : first < 0xe0                                ? 2
            : first < 0xf0                                ? 3
                                                          : 4;
        std::uint32_t code = size == 1 ? first : first & (0xffU >> (size + 1));
        for (std::size_t next = 1; next < size; ++next)
            code = (code << 6U) | (static_cast<unsigned char>(value[at + next]) & 0x3fU);
        result.push_back({value.substr(at, size), code});
        at += size;
    }
    return result;
}

bool is_bare(const Character& character)
{
    return character.bytes.size() == 1
        && std::isalnum(static_cast<unsigned char>(character.bytes[0])) != 0;
}

static std::vector<std::string> percent_encoded(const Character& character)
{
    std::vector<std::string> forms;
    for (const std::string_view digits : {upper_digits, lower_digits}) {
        std::string text;
        for (const unsigned char byte : character.bytes)
            text += {'%', digits[byte >> 4U], digits[byte & 15U]};
        if (forms.empty() || forms.front() != text)
            forms.push_back(std::move(text));
    }
    return forms;
}

static std::string hexadecimal(std::uint32_t unit, std::string_view digits)
{
    std::string text = "u";
    for (const unsigned shift : {12U, 8U, 4U, 0U})
        text += digits[(unit >> shift) & 15U];
    return text;
}

// Adds \u002B, and its forms with the backslashes escaped again.
static void add_numbered(
    const Character& character, std::size_t depth, std::vector<std::string>& forms)
{
    const std::uint32_t high = character.code - 0x10000;
    for (std::size_t level = 0; level < depth; ++level) {
        const std::string mark(std::size_t {1} << level, '\\');
        for (const std::string_view digits : {upper_digits, lower_digits}) {
            const std::string form = character.code < 0x10000
                ? mark + hexadecimal(character.code, digits)
                : mark + hexadecimal(0xd800U | (high >> 10U), digits) + mark
                    + hexadecimal(0xdc00U | (high & 0x3ffU), digits);
            if (forms.empty() || forms.back() != form)
                forms.push_back(form);
        }
    }
}

std::vector<std::string> forms_of_bare(const Character& character)
{
    std::vector<std::string> forms = percent_encoded(character);
    add_numbered(character, deepest_escape, forms);
    forms.emplace_back(character.bytes);
    return forms;
}

std::vector<std::string> forms_in_url(const Character& character, bool is_text)
{
    if (character.bytes == " " || character.bytes == "+") // a form can mean either
        return {"%20", "%2B", "%2b", "+", " ", "\\u0020", "\\u002B", "\\u002b"};
    std::vector<std::string> forms = percent_encoded(character);
    if (is_text && character.bytes != "\\")
        add_numbered(character, deepest_escape, forms);
    if (character.bytes != "%") // which is always escaped
        forms.emplace_back(character.bytes);
    if (character.bytes == "/") // a URL in JSON
        forms.emplace_back("\\/");
    return forms;
}

std::vector<std::string> forms_in_json(const Character& character, std::size_t depth)
{
    static constexpr std::string_view named = "\b\f\n\r\t";
    static constexpr std::string_view names = "bfnrt";
    const std::size_t doubled = std::size_t {1} << depth; // the number of backslashes for one
    const char first = character.bytes[0];
    const std::size_t name = named.find(first);
    std::vector<std::string> forms;
    if (first != '%') // otherwise one form begins with the other
        forms = percent_encoded(character);
    if (first == '\\')
        forms.emplace_back(doubled, '\\');
    else if (first == '"')
        forms.push_back(std::string(doubled - 1, '\\') + '"');
    else if (name != std::string_view::npos)
        forms.push_back(std::string(doubled / 2, '\\') + names[name]);
    else
        forms.emplace_back(character.bytes);
    for (std::size_t count = 1; first == '/' && count < doubled; ++count)
        forms.push_back(std::string(count, '\\') + '/');
    add_numbered(character, depth, forms);
    return forms;
}

std::vector<std::string> forms_of_byte(char c)
{
    static const std::vector<std::string> whitespace {" ", "\t", "\n", "\v", "\f", "\r"};
    const std::string text(1, c);
    return std::find(whitespace.begin(), whitespace.end(), text) != whitespace.end()
        ? whitespace
        : std::vector {text};
}

std::vector<std::string> forms_in_base64(char c)
{
    if (c == '+')
        return {"+", "-", "%2B", "%2b"};
    if (c == '/')
        return {"/", "_", "%2F", "%2f", "\\/"};
    return {std::string(1, c)};
}

}
