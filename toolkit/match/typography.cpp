#include "toolkit/match/typography.hpp"

#include "toolkit/match/search.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace toolkit::match {

PlainText::PlainText(std::string_view original, Fold fold)
    : original(original)
{
    const auto find_newline = [&](std::size_t from) {
        return std::min(find_bytes(original, "\r\n", from), original.size());
    };
    const auto find_character = [&](std::size_t from) {
        return fold == Fold::typography ? text::find_typographic(original, from) : original.size();
    };
    std::size_t done = 0;
    std::size_t newline = find_newline(0);
    std::size_t character = find_character(0);
    if (std::min(newline, character) < original.size())
        copy.reserve(original.size());
    while (std::min(newline, character) < original.size()) {
        const std::size_t next = std::min(newline, character);
        copy += original.substr(done, next - done);
        if (next == newline) {
            differences.push_back({copy.size(), next, 1, 2});
            done = next + 1; // the line feed is copied with the text after it
            newline = find_newline(done);
            continue;
        }
        const text::TypographicCharacter& found
            = *text::typographic_character(original.substr(next));
        done = next + found.character.size();
        add(found.plain, next, done);
        is_typographic = true;
        character = find_character(done);
    }
    if (!differences.empty())
        copy += original.substr(done);
}

void PlainText::add(std::string_view replacement, std::size_t begin, std::size_t end)
{
    differences.push_back({copy.size(), begin, static_cast<std::uint8_t>(replacement.size()),
        static_cast<std::uint8_t>(end - begin)});
    copy += replacement;
}

std::optional<std::size_t> PlainText::in_original(std::size_t offset, Edge edge) const
{
    const auto is_before = [&](const Difference& difference) {
        if (difference.plain_size == 0)
            return edge == Edge::begin ? difference.plain <= offset : difference.plain < offset;
        return difference.plain_end() <= offset;
    };
    const auto next = std::partition_point(differences.begin(), differences.end(), is_before);
    if (next != differences.end() && next->plain < offset)
        return {};
    if (next == differences.begin())
        return offset;
    const Difference& last = *(next - 1);
    return last.original_end() + (offset - last.plain_end());
}

std::optional<Match> PlainText::in_original(Match place) const
{
    const auto begin = in_original(place.begin, Edge::begin);
    const auto end = in_original(place.end, Edge::end);
    return begin && end ? std::optional(Match {*begin, *end}) : std::nullopt;
}

std::size_t PlainText::in_plain(std::size_t offset) const
{
    const auto next = std::partition_point(differences.begin(), differences.end(),
        [offset](const Difference& difference) { return difference.original_end() <= offset; });
    const std::size_t plain_end = next == differences.begin() ? 0 : (next - 1)->plain_end();
    const std::size_t original_end = next == differences.begin() ? 0 : (next - 1)->original_end();
    const bool is_within = next != differences.end() && next->original < offset;
    return is_within ? next->plain : plain_end + (offset - original_end);
}

namespace {

// Finds the typographic characters that a writer confuses with plain ones. A writer who sends `”`
// for each `"` of the file also means `"` by a `”` in new text.
class MisreadTypography {
public:
    // Compares a text as it was written with the same text in the file.
    MisreadTypography(const PlainText& written, const PlainText& there)
    {
        std::set<std::size_t> in_file; // places covered by typographic characters
        there.visit_typography([&](std::string_view, std::size_t begin, std::size_t end) {
            for (std::size_t at = begin; at < std::max(end, begin + 1); ++at)
                in_file.insert(at);
        });
        written.visit_typography([&](std::string_view character, std::size_t begin, std::size_t) {
            (in_file.count(begin) > 0 ? meant : misread).insert(character);
        });
    }

    // Returns a piece; its plain form if it is a typographic character that the writer has only
    // used by mistake.
    std::string_view corrected(std::string_view piece) const
    {
        const bool is_misread = misread.count(piece) > 0 && meant.count(piece) == 0;
        return is_misread ? text::typographic_character(piece)->plain : piece;
    }

private:
    std::set<std::string_view> misread;
    std::set<std::string_view> meant;
};

// Splits a text into units that are kept or replaced as a whole: words, typographic characters, and
// any other byte by itself.
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

// Builds a new text from parts of the file and new parts.
class Weaver {
public:
    Weaver(std::string_view there, std::string_view old_text, text::LineEnd around)
        : there(there)
        , plain_there(there, PlainText::Fold::typography)
        , old_text(old_text)
        , plain_old(old_text, PlainText::Fold::typography)
        , around(around)
        , misread(plain_old, plain_there)
    {
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

    // A line of the new text, and the line of the old text that is moved there.
    struct Moved {
        std::size_t before; // number of new pieces of the run before it
        std::string_view added;
        std::string_view old;
    };

    // A run of changed lines, without those that are moved.
    struct Run {
        std::vector<Lines> removed; // the pieces of each line
        std::vector<Lines> added;
        std::size_t pieces_removed = 0;
        std::size_t pieces_added = 0;
        std::vector<Moved> moved;
    };

    // Pairs added lines with removed lines of the same text, in their order.
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

    void add_removed(Run& run, std::string_view line) const
    {
        if (moved_away.count(line.data()) == 0)
            run.pieces_removed += run.removed.emplace_back(pieces_of(line)).size();
    }

    void add_added(Run& run, std::string_view line) const
    {
        const auto origin = origins.find(line.data());
        if (origin == origins.end())
            run.pieces_added += run.added.emplace_back(pieces_of(line)).size();
        else
            run.moved.push_back({run.pieces_added, line, origin->second});
    }

    static Lines joined(const std::vector<Lines>& lines)
    {
        Lines pieces;
        for (const Lines& line : lines)
            pieces.insert(pieces.end(), line.begin(), line.end());
        return pieces;
    }

    // Compares the lines of a run pairwise if they are too long to be compared together, and as
    // many are added as removed.
    void change(const Run& run)
    {
        static constexpr std::size_t max_pieces = 4000; // the limit of line_script()
        auto moved = run.moved.begin();
        const auto put_moved = [&](std::size_t at) {
            for (; moved != run.moved.end() && moved->before <= at; ++moved)
                move(*moved);
        };
        std::size_t done = 0; // number of added pieces
        const auto weave_pieces = [&](const Lines& removed, const Lines& added) {
            for (const auto& step : text::line_script(removed, added)) {
                if (step.kind == text::StepKind::removed) {
                    flush();
                    continue;
                }
                put_moved(done + step.after);
                if (step.kind == text::StepKind::common)
                    keep(removed[step.before]);
                else
                    add(added[step.after]);
            }
            done += added.size();
        };
        if (run.removed.size() != run.added.size()
            || run.pieces_removed + run.pieces_added <= max_pieces)
            weave_pieces(joined(run.removed), joined(run.added));
        else
            for (std::size_t line = 0; line < run.added.size(); ++line)
                weave_pieces(run.removed[line], run.added[line]);
        put_moved(done);
    }

    // Keeps the common beginning of both indentations, and the text after the indentation, as in
    // the file.
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

    // Keeps a part of the old text. If parts directly follow each other, everything between them in
    // the file stays, too.
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
        const auto in_plain = [&](std::size_t offset) {
            return std::min(plain_old.in_plain(offset), plain_there.text().size());
        };
        const auto place
            = plain_there.in_original({in_plain(begin), in_plain(begin + kept.size())});
        // A part of a character is kept as it was sent.
        result += place ? there.substr(place->begin, place->end - place->begin) : kept;
        kept = {};
    }

    std::string_view there;
    PlainText plain_there;
    std::string_view old_text;
    PlainText plain_old;
    text::LineEnd around;
    MisreadTypography misread;
    // For each line of the new text that was moved: its line in the old text.
    std::unordered_map<const char*, std::string_view> origins;
    std::unordered_set<const char*> moved_away;
    std::string_view kept; // part of the old text
    std::string result;
};

}

std::string typographic_text(std::string_view there, std::string_view old_text,
    std::string_view new_text, text::LineEnd around)
{
    std::string before(PlainText(old_text, PlainText::Fold::newlines).text());
    std::string after(PlainText(new_text, PlainText::Fold::newlines).text());
    // A last line without a newline stays without one, even if the old text was written with it.
    if (before.ends_with('\n') && !there.ends_with('\n')) {
        before.pop_back();
        if (after.ends_with('\n'))
            after.pop_back();
    }
    return Weaver(there, before, around).weave(after);
}

}
