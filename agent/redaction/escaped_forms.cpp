#include "agent/redaction/escaped_forms.hpp"

#include "agent/redaction/cut_mark.hpp"
#include "agent/redaction/spelling_forms.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace agent::redaction {

using namespace toolkit;

Spelling::Spelling(const std::vector<std::vector<std::string>>& given, bool is_wrapped)
    : wrapped(is_wrapped)
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
    for (std::size_t at = 1, first = 0, after = 0; at < size; ++at) {
        std::size_t count
            = at < after ? std::min<std::size_t>(after - at, repeated[at - first]) : 0;
        while (at + count < size && characters[count] == characters[at + count])
            ++count;
        repeated[at] = static_cast<std::uint32_t>(count);
        if (at + count > after) {
            first = at;
            after = at + count;
        }
    }
}

// Returns the beginnings of a newline in front of a character, with what may follow.
std::vector<std::string> Spelling::breaks_before(std::size_t index) const
{
    if (!wrapped)
        return {};
    std::vector<std::string> breaks {"\r\n", "\\n", "\\r", "\\\\"};
    for (const char* after : {" ", "\t", "\n", "\r", "\\"})
        breaks.push_back(std::string("\n") + after);
    for (const auto& form : forms[characters[index]])
        breaks.push_back("\n" + form);
    return breaks;
}

std::vector<std::string> Spelling::beginnings() const
{
    static constexpr std::size_t longest = 4;
    std::set<std::string> whole;
    std::set<std::string> open {""};
    for (std::size_t at = 0; !open.empty(); ++at) {
        std::set<std::string> longer;
        for (const auto& text : open) {
            for (const auto& form : forms[characters[at]])
                (text.size() + form.size() < longest ? longer : whole)
                    .insert((text + form).substr(0, longest));
            for (const auto& one : at > 0 ? breaks_before(at) : Forms {})
                whole.insert((text + one).substr(0, longest));
        }
        open = std::move(longer);
    }
    return {whole.begin(), whole.end()};
}

// Returns the size of the form of a character that `rest` begins with; 0 if there is none.
std::size_t Spelling::size_at(std::size_t index, std::string_view rest) const
{
    for (const auto& form : forms[characters[index]])
        if (rest.starts_with(form))
            return form.size();
    return 0;
}

// Returns the size of newlines, escaped or not, and of the indentation after them; 0 if there is no
// newline, or too much whitespace. Sets `is_cut` if the window ends before this is known.
std::size_t Spelling::size_of_break(const TextWindow& window, std::size_t place, bool& is_cut) const
{
    static constexpr std::size_t longest = 128;
    static constexpr std::size_t max_backslashes = (std::size_t {1} << deepest_escape) - 1;
    is_cut = false;
    if (!wrapped)
        return 0;
    const std::string_view rest = window.from(place);
    std::size_t size = 0;
    while (size < rest.size() && size <= longest) {
        const char c = rest[size];
        const std::string_view some = rest.substr(0, size + max_backslashes + 1);
        const std::size_t mark = std::min(some.find_first_not_of('\\', size), some.size());
        if (mark - size > max_backslashes)
            return size;
        if (c == '\n' || c == '\r' || (size > 0 && (c == ' ' || c == '\t')))
            ++size;
        else if (c == '\\' && mark < rest.size() && (rest[mark] == 'n' || rest[mark] == 'r'))
            size = mark + 1;
        else if (c == '\\' && mark == rest.size())
            break;
        else
            return size;
    }
    is_cut = size <= longest && !window.is_last;
    return size <= longest ? size : 0;
}

void Spelling::keep(const TextWindow& window, std::size_t limit, Progress& known) const
{
    while (known.cursor < std::min(limit, known.end)) {
        bool is_cut = false;
        const std::size_t gap = known.index > 0 ? size_of_break(window, known.cursor, is_cut) : 0;
        known.cursor += gap > 0 ? gap : size_at(known.index, window.from(known.cursor));
        known.index += gap > 0 ? 0 : 1;
    }
}

// The minimum number of characters of a value that was cut off.
static constexpr std::size_t shortest_cut = 6; // in characters

// Returns the size of the part of a form that `rest` begins with, if a cut mark follows it. Sets
// `may_come` if the text ends before this is known.
static std::size_t size_of_cut(
    const std::vector<std::string>& forms, std::string_view rest, bool& may_come)
{
    for (const auto& form : forms) {
        std::size_t size = 0;
        while (size < std::min(form.size(), rest.size()) && form[size] == rest[size])
            ++size;
        const CutMark mark = size > 0 ? cut_mark_at(rest.substr(size)) : CutMark::none;
        if (mark == CutMark::whole)
            return size;
        may_come = may_come || mark == CutMark::open;
    }
    return 0;
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
    bool is_cut = false;
    std::size_t next = place; // after the newline
    while (count < characters.size()) {
        next = place + (count > 0 ? size_of_break(window, place, is_cut) : 0);
        const std::size_t size = is_cut ? 0 : size_at(count, window.from(next));
        if (size == 0)
            break;
        place = next + size;
        ++count;
    }
    if (place > known.end || at == known.cursor)
        known = {count, place, at, 0};
    if (count == characters.size())
        return {place - at, false};
    const CutMark mark = count >= shortest_cut ? cut_mark_at(window.from(place)) : CutMark::none;
    if (mark == CutMark::whole)
        return {place - at, false};
    const std::string_view rest = window.from(next);
    const Forms& expected = forms[characters[count]];
    if (count >= shortest_cut) {
        if (const std::size_t size = size_of_cut(expected, window.from(place), is_cut); size > 0)
            return {place + size - at, false};
        is_cut = is_cut || mark == CutMark::open;
    }
    is_cut = is_cut || std::any_of(expected.begin(), expected.end(), [&](const std::string& form) {
        return form.starts_with(rest);
    });
    return {0, is_cut && !window.is_last};
}

void Spelling::add_pieces(
    const TextWindow& window, SecretSpan match, std::vector<SecretSpan>& pieces) const
{
    std::size_t index = 0;
    for (std::size_t place = match.first; place < match.after;) {
        bool is_cut = false;
        if (const std::size_t gap = index > 0 ? size_of_break(window, place, is_cut) : 0; gap > 0) {
            pieces.push_back({match.first, place});
            place += gap;
            match.first = place;
        } else {
            const std::size_t size = size_at(index++, window.from(place));
            place = size > 0 ? place + size : match.after; // the value was cut off here
        }
    }
    pieces.push_back(match);
}

std::vector<Spelling> spellings_of(const std::string& value, Newlines newlines)
{
    const std::vector<Character> characters = characters_of(value);
    std::vector<Spelling> result;
    const auto add = [&](const auto& elements, auto forms_of, bool is_wrapped = false) {
        std::vector<std::vector<std::string>> forms;
        std::transform(elements.begin(), elements.end(), std::back_inserter(forms), forms_of);
        result.emplace_back(forms, is_wrapped);
    };
    const auto add_escaped = [&](auto forms_of) {
        add(characters, [&](const Character& character) {
            return is_bare(character) ? forms_of_bare(character) : forms_of(character);
        });
    };
    for (const auto& text : base64_spellings(value))
        add(text, forms_in_base64, true);
    const bool is_text = text::is_utf8(value);
    add_escaped([&](const Character& character) { return forms_in_url(character, is_text); });
    if (std::all_of(characters.begin(), characters.end(), is_bare))
        return result;
    add(value, [&](char c) {
        return newlines == Newlines::kept ? std::vector {std::string(1, c)} : forms_of_byte(c);
    });
    for (std::size_t depth = 1; depth <= deepest_escape && is_text; ++depth)
        add_escaped([&](const Character& character) { return forms_in_json(character, depth); });
    return result;
}

// Takes only the characters whose bits all come from the value: the text around it determines the
// others.
std::vector<std::string> base64_spellings(const std::string& value)
{
    std::vector<std::string> result;
    for (const std::size_t before : {0U, 1U, 2U}) {
        const std::string text = text::base64_encode(std::string(before, '\0') + value);
        const std::size_t first = (before * 8 + 5) / 6;
        const std::size_t after = (before + value.size()) * 8 / 6;
        result.push_back(text.substr(first, after - first));
    }
    return result;
}

}
