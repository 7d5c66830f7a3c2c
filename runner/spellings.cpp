#include "runner/spellings.hpp"

#include "toolkit/text.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>
#include <span>

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
    std::vector<std::string> forms;
    for (const std::string_view digits : {upper_digits, lower_digits}) {
        std::string text;
        for (const unsigned char byte : character.bytes)
            text += {'%', digits[byte >> 4U], digits[byte & 15U]};
        forms.push_back(std::move(text));
    }
    if (character.bytes == " ")
        forms.emplace_back("+");
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

void add_beginnings(
    std::span<const std::vector<std::string>> rest, const std::string& before, std::set<std::string>& result)
{
    if (before.size() >= 3 || rest.empty()) {
        result.insert(before.substr(0, 3));
        return;
    }
    for (const auto& form : rest.front())
        add_beginnings(rest.subspan(1), before + form, result);
}

}

Spellings::Spellings(std::string_view value)
{
    const std::vector<Character> characters = characters_of(value);
    const auto add_way = [&](auto forms_of) {
        std::vector<Forms>& way = ways.emplace_back();
        for (const auto& character : characters)
            way.push_back(is_bare(character) ? Forms {std::string(character.bytes)} : forms_of(character));
    };
    add_way([](const Character& character) { return Forms {std::string(character.bytes)}; });
    if (std::all_of(characters.begin(), characters.end(), is_bare))
        return;
    add_way(forms_in_url);
    for (std::size_t depth = 1; depth <= deepest && is_utf8(value); ++depth)
        add_way([&](const Character& character) { return forms_in_json(character, depth); });
}

std::vector<std::string> Spellings::beginnings() const
{
    std::set<std::string> result;
    for (const auto& way : ways)
        add_beginnings(way, "", result);
    return {result.begin(), result.end()};
}

// Of each character at most one form fits: none begins as another one of the same way does.
static Spellings::Match match_one_way(std::string_view text, const std::vector<std::vector<std::string>>& way)
{
    std::string_view rest = text;
    for (const auto& forms : way) {
        const auto fits = [&](const std::string& form) { return rest.starts_with(form); };
        const auto form = std::find_if(forms.begin(), forms.end(), fits);
        if (form == forms.end()) {
            const bool is_cut = std::any_of(
                forms.begin(), forms.end(), [&](const std::string& one) { return one.starts_with(rest); });
            return {0, is_cut};
        }
        rest.remove_prefix(form->size());
    }
    return {text.size() - rest.size(), false};
}

Spellings::Match Spellings::match(std::string_view text, std::size_t at) const
{
    Match best;
    for (const auto& way : ways) {
        const Match match = match_one_way(text.substr(at), way);
        best.size = std::max(best.size, match.size);
        best.may_go_on = best.may_go_on || match.may_go_on;
    }
    return best;
}

// Only the characters that all bits of come from the value: what is around it decides the others.
std::vector<std::string> base64_spellings(const std::string& value)
{
    std::vector<std::string> result;
    for (const std::size_t before : {0U, 1U, 2U}) {
        const std::string text = base64_encode(std::string(before, '\0') + value);
        const std::size_t first = (before * 8 + 5) / 6;
        const std::size_t behind = (before + value.size()) * 8 / 6;
        std::string sure = text.substr(first, behind - first);
        result.push_back(sure);
        std::replace(sure.begin(), sure.end(), '+', '-');
        std::replace(sure.begin(), sure.end(), '/', '_');
        result.push_back(std::move(sure));
    }
    return result;
}
