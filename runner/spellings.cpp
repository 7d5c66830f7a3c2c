#include "runner/spellings.hpp"

#include "toolkit/text.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>

namespace {

constexpr std::size_t deepest
    = 3; // JSON in JSON: a tool's answer is JSON in a JSON string, and may hold a file that is JSON again
constexpr std::string_view upper_digits = "0123456789ABCDEF";
constexpr std::string_view lower_digits = "0123456789abcdef";

struct Character {
    std::string_view bytes;
    std::uint32_t code = 0; // Unicode's; meaningless where the value is not UTF-8
};

std::vector<Character> characters_of(std::string_view value)
{
    const bool is_text = is_utf8(value);
    std::vector<Character> result;
    for (std::size_t at = 0; at < value.size();) {
        const auto first = static_cast<unsigned char>(value[at]);
        const std::size_t size = !is_text || first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
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
    return character.bytes.size() == 1 && std::isalnum(static_cast<unsigned char>(character.bytes[0])) != 0;
}

std::vector<std::string> forms_in_url(const Character& character)
{
    if (character.bytes == " " || character.bytes == "+") // one looks like the other
        return {"%20", "%2B", "%2b", "+", " "};
    std::vector<std::string> forms;
    for (const std::string_view digits : {upper_digits, lower_digits}) {
        std::string text;
        for (const unsigned char byte : character.bytes)
            text += {'%', digits[byte >> 4U], digits[byte & 15U]};
        forms.push_back(std::move(text));
    }
    if (character.bytes != "%") // which is always escaped
        forms.emplace_back(character.bytes);
    if (character.bytes == "/") // a URL in JSON
        forms.emplace_back("\\/");
    return forms;
}

std::string hexadecimal(std::uint32_t unit, std::string_view digits)
{
    std::string text = "u";
    for (const unsigned shift : {12U, 8U, 4U, 0U})
        text += digits[(unit >> shift) & 15U];
    return text;
}

// \u002B, and how it looks where its backslashes are escaped again.
void add_numbered(const Character& character, std::size_t depth, std::vector<std::string>& forms)
{
    const std::uint32_t high = character.code - 0x10000;
    for (std::size_t level = 0; level < depth; ++level) {
        const std::string mark(std::size_t {1} << level, '\\');
        for (const std::string_view digits : {upper_digits, lower_digits})
            forms.push_back(character.code < 0x10000 ? mark + hexadecimal(character.code, digits)
                                                     : mark + hexadecimal(0xd800U | (high >> 10U), digits)
                        + mark + hexadecimal(0xdc00U | (high & 0x3ffU), digits));
    }
}

std::vector<std::string> forms_in_json(const Character& character, std::size_t depth)
{
    static constexpr std::string_view named = "\b\f\n\r\t";
    static constexpr std::string_view names = "bfnrt";
    const std::size_t doubled = std::size_t {1} << depth; // what a backslash has become
    const char first = character.bytes[0];
    const std::size_t name = named.find(first);
    std::vector<std::string> forms;
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

// Messages have a blank in place of a line end.
std::vector<std::string> forms_of_byte(char c)
{
    static const std::vector<std::string> blanks {" ", "\t", "\n", "\v", "\f", "\r"};
    const std::string text(1, c);
    return std::find(blanks.begin(), blanks.end(), text) != blanks.end() ? blanks : std::vector {text};
}

// Of base64 in both alphabets, and in a URL or JSON.
std::vector<std::string> forms_in_base64(char c)
{
    if (c == '+')
        return {"+", "-", "%2B", "%2b"};
    if (c == '/')
        return {"/", "_", "%2F", "%2f", "\\/"};
    return {std::string(1, c)};
}

}

Spelling::Spelling(const std::vector<std::vector<std::string>>& given)
{
    std::map<Forms, std::uint32_t> numbers;
    for (const auto& one : given) {
        const auto [place, is_new] = numbers.emplace(one, forms.size());
        if (is_new)
            forms.push_back(one);
        characters.push_back(place->second);
    }
    // The Z function: D. Gusfield, Algorithms on Strings, Trees and Sequences, 1.4.
    const std::size_t size = characters.size();
    repeated.assign(size, 0);
    repeated[0] = static_cast<std::uint32_t>(size);
    for (std::size_t at = 1, first = 0, behind = 0; at < size; ++at) {
        std::size_t count = at < behind ? std::min<std::size_t>(behind - at, repeated[at - first]) : 0;
        while (at + count < size && characters[count] == characters[at + count])
            ++count;
        repeated[at] = static_cast<std::uint32_t>(count);
        if (at + count > behind) {
            first = at;
            behind = at + count;
        }
    }
}

std::vector<std::string> Spelling::beginnings() const
{
    std::set<std::string> texts {""};
    const auto is_done = [](const std::string& text) { return text.size() == 3; };
    for (std::size_t at = 0; !std::all_of(texts.begin(), texts.end(), is_done); ++at) {
        std::set<std::string> longer;
        for (const auto& text : texts)
            for (const auto& form : forms[characters[at]])
                longer.insert((text + form).substr(0, 3));
        texts = std::move(longer);
    }
    return {texts.begin(), texts.end()};
}

// Of the form that stands at the beginning of `rest`; 0 where none does.
std::size_t Spelling::size_at(std::size_t index, std::string_view rest) const
{
    for (const auto& form : forms[characters[index]])
        if (rest.starts_with(form))
            return form.size();
    return 0;
}

void Spelling::keep(const TextWindow& window, std::size_t limit, Progress& known) const
{
    for (; known.cursor < std::min(limit, known.end); ++known.index)
        known.cursor += size_at(known.index, window.from(known.cursor));
}

Spelling::Match Spelling::match(const TextWindow& window, std::size_t at, Progress& known) const
{
    std::size_t count = 0;
    std::size_t place = at;
    keep(window, at, known);
    if (at < known.end && at == known.cursor) {
        const std::size_t rest = known.count - known.index;
        count = std::min<std::size_t>(repeated[known.index], rest);
        if (count < rest)
            return {};
        place = known.end;
    }
    while (count < characters.size()) {
        const std::size_t size = size_at(count, window.from(place));
        if (size == 0)
            break;
        place += size;
        ++count;
    }
    if (place > known.end || at == known.cursor)
        known = {count, place, at, 0};
    if (count == characters.size())
        return {place - at, false};
    const std::string_view rest = window.from(place);
    const Forms& next = forms[characters[count]];
    const bool is_cut = std::any_of(
        next.begin(), next.end(), [&](const std::string& form) { return form.starts_with(rest); });
    return {0, is_cut && !window.is_last};
}

std::vector<Spelling> spellings_of(const std::string& value)
{
    const std::vector<Character> characters = characters_of(value);
    std::vector<Spelling> result;
    const auto add = [&](const auto& elements, auto forms_of) {
        std::vector<std::vector<std::string>> forms;
        std::transform(elements.begin(), elements.end(), std::back_inserter(forms), forms_of);
        result.emplace_back(forms);
    };
    const auto add_escaped = [&](auto forms_of) {
        add(characters, [&](const Character& character) {
            return is_bare(character) ? std::vector {std::string(character.bytes)} : forms_of(character);
        });
    };
    add(value, forms_of_byte);
    for (const auto& text : base64_spellings(value))
        add(text, forms_in_base64);
    if (std::all_of(characters.begin(), characters.end(), is_bare))
        return result;
    add_escaped(forms_in_url);
    for (std::size_t depth = 1; depth <= deepest && is_utf8(value); ++depth)
        add_escaped([&](const Character& character) { return forms_in_json(character, depth); });
    return result;
}

// Only the characters that all bits of come from the value: what is around it decides the others.
std::vector<std::string> base64_spellings(const std::string& value)
{
    std::vector<std::string> result;
    for (const std::size_t before : {0U, 1U, 2U}) {
        const std::string text = base64_encode(std::string(before, '\0') + value);
        const std::size_t first = (before * 8 + 5) / 6;
        const std::size_t behind = (before + value.size()) * 8 / 6;
        result.push_back(text.substr(first, behind - first));
    }
    return result;
}
