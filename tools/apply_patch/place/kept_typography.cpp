#include "kept_typography.hpp"

#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace {

// A character, or a byte, and what is plain for it.
struct Unit {
    std::string_view text;
    std::string_view plain;
};

std::vector<Unit> units_of(std::string_view text)
{
    std::vector<Unit> units;
    while (!text.empty()) {
        const TypographicCharacter* found = typographic_character(text);
        const std::string_view unit = text.substr(0, found ? found->character.size() : 1);
        units.push_back({unit, found ? found->plain : unit});
        text.remove_prefix(unit.size());
    }
    return units;
}

// The line of the file, the one that was written for it, and the one in its place, from one end.
template<class Iterator>
std::size_t common(Iterator there, Iterator old, Iterator fresh, std::size_t most, std::vector<Unit>& kept)
{
    std::size_t count = 0;
    for (; count < most && there->plain == old->plain && old->text == fresh->text;
         ++count, ++there, ++old, ++fresh)
        kept.push_back(*there);
    return count;
}

// What the old and the new line begin and end with, as in the file.
std::string kept(std::string_view there, std::string_view old_text, std::string_view new_text)
{
    const auto file = units_of(there);
    const auto old = units_of(old_text);
    const auto fresh = units_of(new_text);
    const std::size_t most = std::min({file.size(), old.size(), fresh.size()});
    std::vector<Unit> head;
    std::vector<Unit> tail;
    const std::size_t front = common(file.begin(), old.begin(), fresh.begin(), most, head);
    const std::size_t back = common(file.rbegin(), old.rbegin(), fresh.rbegin(), most - front, tail);
    std::string result;
    for (const auto& unit : head)
        result += unit.text;
    for (std::size_t at = front; at < fresh.size() - back; ++at)
        result += fresh[at].text;
    for (auto unit = tail.rbegin(); unit != tail.rend(); ++unit)
        result += unit->text;
    return result;
}

}

static void keep_in_run(const std::vector<std::size_t>& removed, const std::vector<std::size_t>& added,
    Hunk& hunk, const std::vector<std::string_view>& in_file, std::deque<std::string>& texts)
{
    if (removed.size() != added.size())
        return;
    for (std::size_t number = 0; number < removed.size(); ++number) {
        const std::string_view old_text = hunk.lines[removed[number]].line.text;
        Line& fresh = hunk.lines[added[number]].line;
        const std::string_view there = in_file[removed[number]];
        if (there == old_text)
            continue;
        fresh.text = texts.emplace_back(std::string(indentation_of(fresh.text))
            + kept(trimmed(there), trimmed(old_text), fresh.text.substr(indentation_of(fresh.text).size())));
    }
}

void keep_typography(Hunk& hunk, const std::vector<Line>& there, std::deque<std::string>& texts)
{
    std::vector<std::string_view> in_file(hunk.lines.size()); // of each line that is not added
    auto line_there = there.begin();
    for (std::size_t at = 0; at < hunk.lines.size(); ++at)
        if (hunk.lines[at].mark != Mark::added)
            in_file[at] = (line_there++)->text;
    std::vector<std::size_t> removed;
    std::vector<std::size_t> added;
    for (std::size_t at = 0; at <= hunk.lines.size(); ++at) {
        const bool ends_run = at == hunk.lines.size() || hunk.lines[at].mark == Mark::context
            || (hunk.lines[at].mark == Mark::removed && !added.empty());
        if (ends_run) {
            keep_in_run(removed, added, hunk, in_file, texts);
            removed.clear();
            added.clear();
        }
        if (at < hunk.lines.size() && hunk.lines[at].mark != Mark::context)
            (hunk.lines[at].mark == Mark::removed ? removed : added).push_back(at);
    }
}
