#include "kept_typography.hpp"

#include "toolkit/match/misread_typography.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <map>

namespace apply_patch::place {

using namespace toolkit;

namespace {

// A character, or a byte, and what is plain for it.
struct Unit {
    std::string_view text;
    std::string_view plain;
};

using Units = std::vector<Unit>::const_iterator;
using UnitsBack = std::vector<Unit>::const_reverse_iterator;

std::vector<Unit> units_of(std::string_view text)
{
    std::vector<Unit> units;
    while (!text.empty()) {
        const text::TypographicCharacter* found = text::typographic_character(text);
        const std::string_view unit = text.substr(0, found ? found->character.size() : 1);
        units.push_back({unit, found ? found->plain : unit});
        text.remove_prefix(unit.size());
    }
    return units;
}

// A line of the file, the one that was written for it, and the one in its place, from one end.
template<class Iterator>
struct Walk {
    Iterator there, old, fresh;
    std::size_t most;

    // What the last two begin with, as in the file.
    std::vector<Unit> kept()
    {
        std::vector<Unit> units;
        for (; units.size() < most && there->plain == old->plain && old->text == fresh->text;
             ++there, ++old, ++fresh)
            units.push_back(*there);
        return units;
    }
};

// What the old and the new line begin and end with, as in the file; between that, the new one.
std::string kept(std::string_view there, std::string_view old_text, std::string_view new_text,
    const match::MisreadTypography& misread)
{
    const auto file = units_of(there);
    const auto old = units_of(old_text);
    const auto fresh = units_of(new_text);
    const std::size_t most = std::min({file.size(), old.size(), fresh.size()});
    const auto head = Walk<Units> {file.begin(), old.begin(), fresh.begin(), most}.kept();
    const auto tail
        = Walk<UnitsBack> {file.rbegin(), old.rbegin(), fresh.rbegin(), most - head.size()}.kept();
    std::string result;
    for (const auto& unit : head)
        result += unit.text;
    std::string changed;
    for (std::size_t at = head.size(); at < fresh.size() - tail.size(); ++at)
        changed += fresh[at].text;
    result += misread.corrected(changed);
    for (auto unit = tail.rbegin(); unit != tail.rend(); ++unit)
        result += unit->text;
    return result;
}

}

namespace {

class Keeper {
public:
    Keeper(read::Hunk& hunk, const std::vector<text::Line>& there, std::deque<std::string>& texts)
        : hunk(hunk)
        , in_file(hunk.lines.size())
        , is_moved(hunk.lines.size())
        , texts(texts)
    {
        auto line_there = there.begin();
        for (std::size_t at = 0; at < hunk.lines.size(); ++at)
            if (hunk.lines[at].mark != read::Mark::added) {
                in_file[at] = (line_there++)->text;
                misread.learn(text::trimmed(hunk.lines[at].line.text), text::trimmed(in_file[at]));
            }
    }

    void keep()
    {
        keep_moved();
        for (std::size_t at = 0; at < hunk.lines.size(); ++at) {
            const read::Mark mark = hunk.lines[at].mark;
            if (mark == read::Mark::context || (mark == read::Mark::removed && !added.empty()))
                end_run();
            if (mark != read::Mark::context && !is_moved[at])
                (mark == read::Mark::removed ? removed : added).push_back(at);
        }
        end_run();
    }

private:
    // Lines that are added are the removed ones of the same text, in their order.
    void keep_moved()
    {
        std::map<std::string_view, std::deque<std::size_t>> gone;
        for (std::size_t at = 0; at < hunk.lines.size(); ++at)
            if (hunk.lines[at].mark == read::Mark::removed)
                gone[text::trimmed(hunk.lines[at].line.text)].push_back(at);
        gone.erase(std::string_view());
        for (std::size_t at = 0; at < hunk.lines.size(); ++at) {
            text::Line& fresh = hunk.lines[at].line;
            const auto origin = hunk.lines[at].mark == read::Mark::added
                ? gone.find(text::trimmed(fresh.text))
                : gone.end();
            if (origin == gone.end() || origin->second.empty())
                continue;
            is_moved[at] = is_moved[origin->second.front()] = true;
            keep_in(fresh, origin->second.front());
            origin->second.pop_front();
        }
    }

    void end_run()
    {
        for (std::size_t number = 0; number < added.size(); ++number) {
            text::Line& fresh = hunk.lines[added[number]].line;
            if (removed.size() == added.size())
                keep_in(fresh, removed[number]);
            else if (text::find_typographic(fresh.text, 0) < fresh.text.size())
                fresh.text = texts.emplace_back(misread.corrected(fresh.text));
        }
        removed.clear();
        added.clear();
    }

    void keep_in(text::Line& fresh, std::size_t replaced)
    {
        const std::string_view old_text = hunk.lines[replaced].line.text;
        const std::string_view there = in_file[replaced];
        const std::string_view indentation = text::indentation_of(fresh.text);
        fresh.text = texts.emplace_back(std::string(indentation)
            + kept(text::trimmed(there), text::trimmed(old_text),
                fresh.text.substr(indentation.size()), misread));
    }

    read::Hunk& hunk;
    std::vector<std::string_view> in_file; // of each line that is not added
    std::vector<bool> is_moved; // removed here, and added there
    match::MisreadTypography misread;
    std::deque<std::string>& texts;
    std::vector<std::size_t> removed; // of the run
    std::vector<std::size_t> added;
};

}

void keep_typography(
    read::Hunk& hunk, const std::vector<text::Line>& there, std::deque<std::string>& texts)
{
    Keeper(hunk, there, texts).keep();
}

}
