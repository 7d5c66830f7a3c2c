#include "typography.hpp"

#include "plain_text.hpp"
#include "search.hpp"
#include "toolkit/match/misread_typography.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace fs_edit::find {

using namespace toolkit;

Matches find_typographic_text(std::string_view text, std::string_view wanted)
{
    Matches found;
    const PlainText plain_wanted(wanted);
    const PlainText plain(text);
    if ((!plain.has_typography() && !plain_wanted.has_typography()) || plain_wanted.text().empty())
        return found;
    for (const Match place : find_exact(plain.text(), plain_wanted.text()).places) {
        const auto begin = plain.in_original(place.begin, PlainText::Edge::begin);
        const auto end = plain.in_original(place.end, PlainText::Edge::end);
        if (begin && end)
            found.add({*begin, *end});
    }
    return found;
}

namespace {

// Words, whole typographic characters, and any other byte by itself: what is kept or goes as one.
std::vector<std::string_view> pieces_of(std::string_view text)
{
    const auto is_part = [](char letter) {
        return text::is_word(letter) && static_cast<unsigned char>(letter) < 0x80;
    };
    const auto continues
        = [](char letter) { return (static_cast<unsigned char>(letter) & 0xC0U) == 0x80; };
    std::vector<std::string_view> pieces;
    while (!text.empty()) {
        std::size_t size = 1;
        if (is_part(text.front()))
            while (size < text.size() && is_part(text[size]))
                ++size;
        else
            while (size < text.size() && continues(text[size]))
                ++size;
        pieces.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return pieces;
}

std::vector<std::string_view> lines_with_ends(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

// Puts a new text together from what is there and what is new.
class Weaver {
public:
    Weaver(std::string_view there, std::string_view old_text, text::LineEnd around)
        : there(there)
        , plain_there(there)
        , old_text(old_text)
        , plain_old(old_text)
        , around(around)
    {
        misread.learn(old_text, there);
    }

    std::string weave(std::string_view new_text)
    {
        const auto before = lines_with_ends(old_text);
        const auto after = lines_with_ends(new_text);
        const auto script = text::line_script(before, after);
        find_moved_lines(before, after, script);
        for (auto step = script.begin(); step != script.end();) {
            if (step->kind == text::StepKind::common) {
                keep(before[step++->before]);
                continue;
            }
            Run run;
            for (; step != script.end() && step->kind != text::StepKind::common; ++step)
                if (step->kind == text::StepKind::removed)
                    add_removed(run, before[step->before]);
                else
                    add_added(run, after[step->after]);
            change(run);
        }
        flush();
        return std::move(result);
    }

private:
    using Lines = std::vector<std::string_view>;

    // A line of the new text, and that of the old one which is moved there.
    struct Moved {
        std::size_t before; // so many pieces of the run's new ones
        std::string_view added;
        std::string_view old;
    };

    // Pieces of lines that change together, but for those of moved lines.
    struct Run {
        Lines removed;
        Lines added;
        std::vector<Moved> moved;
    };

    // Lines that are added are the removed ones of the same text, in their order.
    void find_moved_lines(
        const Lines& before, const Lines& after, const std::vector<text::ScriptStep>& script)
    {
        std::map<std::string_view, std::deque<std::string_view>> removed;
        for (const auto& step : script)
            if (step.kind == text::StepKind::removed)
                removed[text::trimmed(before[step.before])].push_back(before[step.before]);
        removed.erase(std::string_view());
        for (const auto& step : script) {
            if (step.kind != text::StepKind::added)
                continue;
            const auto found = removed.find(text::trimmed(after[step.after]));
            if (found == removed.end() || found->second.empty())
                continue;
            origins.emplace(after[step.after].data(), found->second.front());
            moved_away.insert(found->second.front().data());
            found->second.pop_front();
        }
    }

    static void add_pieces(Lines& pieces, std::string_view line)
    {
        for (const std::string_view piece : pieces_of(line))
            pieces.push_back(piece);
    }

    void add_removed(Run& run, std::string_view line) const
    {
        if (moved_away.count(line.data()) == 0)
            add_pieces(run.removed, line);
    }

    void add_added(Run& run, std::string_view line) const
    {
        const auto origin = origins.find(line.data());
        if (origin == origins.end())
            add_pieces(run.added, line);
        else
            run.moved.push_back({run.added.size(), line, origin->second});
    }

    void change(const Run& run)
    {
        auto moved = run.moved.begin();
        const auto put_moved = [&](std::size_t at) {
            for (; moved != run.moved.end() && moved->before <= at; ++moved)
                move(*moved);
        };
        for (const auto& step : text::line_script(run.removed, run.added)) {
            if (step.kind == text::StepKind::removed) {
                flush();
                continue;
            }
            put_moved(step.after);
            if (step.kind == text::StepKind::common)
                keep(run.removed[step.before]);
            else
                add(run.added[step.after]);
        }
        put_moved(run.added.size());
    }

    // What both indentations begin with, and all after them, is as in the file.
    void move(const Moved& line)
    {
        const std::string_view indentation = text::indentation_of(line.added);
        const std::string_view core = text::trimmed(line.added);
        const auto same = static_cast<std::size_t>(
            std::mismatch(indentation.begin(), indentation.end(), line.old.begin(), line.old.end())
                .first
            - indentation.begin());
        keep(line.old.substr(0, same));
        add_all(indentation.substr(same));
        keep(text::trimmed(line.old));
        add_all(line.added.substr(indentation.size() + core.size()));
    }

    void add_all(std::string_view part)
    {
        for (const std::string_view piece : pieces_of(part))
            add(piece);
    }

    // A part of the old text; of several that follow one another, all that lies between them stays
    // too.
    void keep(std::string_view part)
    {
        if (kept.empty())
            kept = part;
        else if (kept.data() + kept.size() == part.data())
            kept = std::string_view(kept.data(), kept.size() + part.size());
        else {
            flush();
            kept = part;
        }
    }

    void add(std::string_view piece)
    {
        flush();
        if (piece == "\n")
            result += text::bytes_of(around == text::LineEnd::none ? text::LineEnd::lf : around);
        else
            result += misread.corrected(piece);
    }

    void flush()
    {
        if (kept.empty())
            return;
        const auto begin = static_cast<std::size_t>(kept.data() - old_text.data());
        const auto place = [&](std::size_t offset, PlainText::Edge edge) {
            return plain_there.in_original(
                std::min(plain_old.in_plain(offset), plain_there.text().size()), edge);
        };
        const auto first = place(begin, PlainText::Edge::begin);
        const auto last = place(begin + kept.size(), PlainText::Edge::end);
        // A part of a character is kept as it was sent.
        result += first && last ? there.substr(*first, *last - *first) : kept;
        kept = {};
    }

    std::string_view there;
    PlainText plain_there;
    std::string_view old_text;
    PlainText plain_old;
    text::LineEnd around;
    match::MisreadTypography misread;
    std::unordered_map<const char*, std::string_view> origins; // in the old text, by the new line
    std::unordered_set<const char*> moved_away;
    std::string_view kept; // of the old text
    std::string result;
};

std::string with_plain_ends(std::string_view text)
{
    std::string result;
    for (const auto& line : text::split_lines(text))
        result.append(line.text).append(line.end == text::LineEnd::none ? "" : "\n");
    return result;
}

}

std::string typographic_text(const replace::Change& change, Match match, text::LineEnd around)
{
    const std::string_view there = change.text.substr(match.begin, match.end - match.begin);
    std::string old_text = with_plain_ends(change.old_text);
    std::string new_text = with_plain_ends(change.new_text);
    // A last line without a line break stays so under a text that was written with one.
    if (old_text.ends_with('\n') && !there.ends_with('\n')) {
        old_text.pop_back();
        if (new_text.ends_with('\n'))
            new_text.pop_back();
    }
    return Weaver(there, old_text, around).weave(new_text);
}

}
