#include "frontends/screen/draft.hpp"

#include "frontends/screen/characters.hpp"
#include "frontends/screen/values.hpp"

#include <algorithm>
#include <utility>

namespace frontends::screen {

static constexpr std::size_t max_pasted_lines = 10;
static constexpr std::size_t max_pasted_bytes = 1000;

static std::size_t line_count(const std::string& text)
{
    const auto breaks = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    return breaks + (text.empty() || text.back() == '\n' ? 0 : 1);
}

SafeText token_text(const std::string& pasted)
{
    const std::size_t lines = line_count(pasted);
    return SafeText("[pasted ") + with_commas(lines)
        + (lines == 1 ? SafeText(" line, ") : SafeText(" lines, ")) + bytes_text(pasted.size())
        + "]";
}

static std::vector<Draft::Unit> units_of(std::string_view text, bool is_pasted)
{
    std::vector<Draft::Unit> units;
    while (!text.empty()) {
        const std::size_t size
            = text.front() == '\n' || text.front() == '\t' ? 1 : first_cluster(text).size;
        units.push_back({std::string(text.substr(0, size)), is_pasted, false});
        text.remove_prefix(size);
    }
    return units;
}

static bool is_space(const Draft::Unit& unit)
{
    return !unit.is_token && (unit.text == " " || unit.text == "\n" || unit.text == "\t");
}

// Typed text may belong to the cluster before it, for instance a combining mark.
void Draft::insert(std::string_view typed)
{
    end_kill();
    std::string text(typed);
    if (at > 0 && !units[at - 1].is_token && units[at - 1].text != "\n") {
        const std::string together = units[at - 1].text + text;
        if (first_cluster(together).size > units[at - 1].text.size()) {
            text = together;
            --at;
            units.erase(units.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    const std::vector<Unit> added = units_of(text, false);
    units.insert(units.begin() + static_cast<std::ptrdiff_t>(at), added.begin(), added.end());
    at += added.size();
}

void Draft::insert_paste(const std::string& text)
{
    end_kill();
    std::vector<Unit> added;
    if (text.size() > max_pasted_bytes || line_count(text) > max_pasted_lines)
        added.push_back({text, true, true});
    else
        added = units_of(text, true);
    units.insert(units.begin() + static_cast<std::ptrdiff_t>(at), added.begin(), added.end());
    at += added.size();
}

// Returns the number of units from `begin` on that are this paste; 0 if they are another text.
std::size_t Draft::pasted_size(std::size_t begin, std::string_view pasted) const
{
    std::size_t end = begin;
    for (; !pasted.empty() && end < units.size(); ++end) {
        if (!units[end].is_pasted || !pasted.starts_with(units[end].text))
            return 0;
        pasted.remove_prefix(units[end].text.size());
    }
    return pasted.empty() ? end - begin : 0;
}

void Draft::insert_word(std::string_view typed)
{
    end_kill();
    const bool needs_space = at > 0 && !is_space(units[at - 1]);
    const bool needs_end = at == units.size() || !is_space(units[at]);
    const std::vector<Unit> added
        = units_of((needs_space ? " " : "") + std::string(typed) + (needs_end ? " " : ""), false);
    units.insert(units.begin() + static_cast<std::ptrdiff_t>(at), added.begin(), added.end());
    at += added.size();
}

bool Draft::replace_paste(std::string_view pasted, std::string_view by)
{
    for (std::size_t begin = units.size(); begin-- > 0;) {
        const std::size_t size = pasted_size(begin, pasted);
        if (size == 0)
            continue;
        const std::size_t cursor = at;
        const std::size_t before = units.size();
        const auto first = units.begin() + static_cast<std::ptrdiff_t>(begin);
        units.erase(first, first + static_cast<std::ptrdiff_t>(size));
        at = begin;
        insert_word(by);
        if (cursor <= begin)
            at = cursor;
        else if (cursor >= begin + size)
            at = cursor + units.size() - before;
        return true;
    }
    return false;
}

std::string Draft::text() const
{
    std::string text;
    for (const Unit& unit : units)
        text += unit.text;
    return text;
}

std::string Draft::typed_text() const
{
    std::string text;
    for (const Unit& unit : units)
        text += unit.is_pasted ? " " : unit.text;
    return text;
}

bool Draft::begins_typed(std::string_view prefix) const
{
    std::string typed;
    for (const Unit& unit : units) {
        if (unit.is_pasted || typed.size() >= prefix.size())
            break;
        typed += unit.text;
    }
    return typed.starts_with(prefix);
}

void Draft::clear()
{
    units.clear();
    at = 0;
}

std::vector<std::size_t> Draft::pasted_marks() const
{
    std::vector<std::size_t> marks;
    std::size_t count = 0;
    for (const Unit& unit : units)
        for (const char c : unit.text) {
            if (c == '@' && unit.is_pasted)
                marks.push_back(count);
            count += c == '@' ? 1 : 0;
        }
    return marks;
}

void Draft::set(std::string_view text, const std::vector<std::size_t>& pasted_marks)
{
    units = units_of(text, false);
    at = units.size();
    std::size_t count = 0;
    for (Unit& unit : units)
        if (unit.text.starts_with('@')) {
            unit.is_pasted
                = std::find(pasted_marks.begin(), pasted_marks.end(), count) != pasted_marks.end();
            ++count;
        }
}

void Draft::left()
{
    if (at > 0)
        --at;
}

void Draft::right()
{
    if (at < units.size())
        ++at;
}

void Draft::word_left() { at = word_begin(); }

std::size_t Draft::word_begin() const
{
    std::size_t begin = at;
    while (begin > 0 && is_space(units[begin - 1]))
        --begin;
    while (begin > 0 && !is_space(units[begin - 1]))
        --begin;
    return begin;
}

void Draft::word_right()
{
    while (at < units.size() && is_space(units[at]))
        ++at;
    while (at < units.size() && !is_space(units[at]))
        ++at;
}

std::size_t Draft::line_begin() const
{
    std::size_t begin = at;
    while (begin > 0 && units[begin - 1].text != "\n")
        --begin;
    return begin;
}

std::size_t Draft::line_end() const
{
    std::size_t end = at;
    while (end < units.size() && units[end].text != "\n")
        ++end;
    return end;
}

void Draft::home() { at = line_begin(); }
void Draft::end() { at = line_end(); }

bool Draft::up()
{
    const std::size_t begin = line_begin();
    if (begin == 0)
        return false;
    const std::size_t column = at - begin;
    at = begin - 1;
    const std::size_t end = at;
    home();
    at = std::min(at + column, end);
    return true;
}

bool Draft::down()
{
    const std::size_t column = at - line_begin();
    const std::size_t end = line_end();
    if (end == units.size())
        return false;
    at = end + 1;
    at = std::min(at + column, line_end());
    return true;
}

void Draft::backspace()
{
    end_kill();
    if (at == 0)
        return;
    --at;
    units.erase(units.begin() + static_cast<std::ptrdiff_t>(at));
}

void Draft::erase()
{
    end_kill();
    if (at < units.size())
        units.erase(units.begin() + static_cast<std::ptrdiff_t>(at));
}

// Consecutive kills are collected, and yanked together.
void Draft::kill(std::size_t begin, std::size_t end, bool is_before)
{
    if (!std::exchange(is_killing, true))
        killed.clear();
    const auto first = units.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = units.begin() + static_cast<std::ptrdiff_t>(end);
    killed.insert(is_before ? killed.begin() : killed.end(), first, last);
    units.erase(first, last);
    at = begin;
}

void Draft::kill_to_end()
{
    const std::size_t end = line_end();
    kill(at, end == at && end < units.size() ? end + 1 : end, false);
}

void Draft::kill_to_home() { kill(line_begin(), at, true); }
void Draft::kill_word_left() { kill(word_begin(), at, true); }

void Draft::kill_word_right()
{
    const std::size_t begin = at;
    word_right();
    kill(begin, at, false);
}

void Draft::yank()
{
    end_kill();
    units.insert(units.begin() + static_cast<std::ptrdiff_t>(at), killed.begin(), killed.end());
    at += killed.size();
}

std::size_t Draft::completed_begin() const
{
    const auto is_between_words
        = [&](std::size_t index) { return units[index].is_pasted || is_space(units[index]); };
    std::size_t word = at;
    while (word > 0 && !is_between_words(word - 1))
        --word;
    for (std::size_t end = at; end > 1 && !units[end - 1].is_pasted; --end)
        if (units[end - 1].text == "\"") {
            const bool is_open = units[end - 2].text == "@" && !units[end - 2].is_pasted
                && (end == 2 || is_between_words(end - 3));
            return is_open ? end - 2 : word;
        }
    return word;
}

std::string Draft::word_before_cursor() const
{
    std::string word;
    for (std::size_t index = completed_begin(); index < at; ++index)
        word += units[index].text;
    return word;
}

std::string Draft::text_before_cursor() const
{
    std::string text;
    for (std::size_t index = 0; index < at; ++index)
        text += units[index].text;
    return text;
}

void Draft::replace_word(std::string_view by)
{
    end_kill();
    for (const std::size_t begin = completed_begin(); at > begin;)
        backspace();
    insert(by);
}

}
