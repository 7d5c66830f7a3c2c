#include "fitted_hunk.hpp"

#include "hunk_indentation.hpp"
#include "toolkit/match/indented_lines.hpp"
#include "toolkit/match/reindentation.hpp"
#include "toolkit/match/typography.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

namespace {

// An insertion after an anchor with ambiguous indentation: both readings of its first line with
// text.
struct AmbiguousInsertion {
    std::string_view as_written;
    // Shifted by the difference between the anchor's indentation in the file and in the patch.
    std::string shifted;
};

bool is_solid(std::string_view text) { return !text::trimmed(text).empty(); }

// The indentation that lines can have if they are inserted after a line.
class Surroundings {
public:
    Surroundings(const std::vector<text::Line>& file, std::size_t anchor)
        : head(text::trimmed(file[anchor].text))
        , head_indentation(text::indentation_of(file[anchor].text))
    {
        const auto next = std::find_if(file.begin() + static_cast<std::ptrdiff_t>(anchor) + 1,
            file.end(), [](const text::Line& line) { return is_solid(line.text); });
        if (next != file.end())
            next_indentation = text::indentation_of(next->text);
    }

    bool opens_block() const { return match::opens_block(head); }

    bool is_empty_block() const
    {
        return opens_block()
            && !(next_indentation && match::is_deeper(*next_indentation, head_indentation));
    }

    // Returns true if a line of this indentation would separate the first line of the block from
    // its content.
    bool would_cut_block(std::string_view indentation) const
    {
        return opens_block() && !is_empty_block()
            && !match::is_deeper(indentation, head_indentation);
    }

    // Returns the indentation of the next line that has text.
    std::string_view next() const { return next_indentation.value_or(""); }

    bool fits(std::string_view indentation) const
    {
        if (is_empty_block())
            return match::is_deeper(indentation, head_indentation);
        return indentation == next_indentation
            || (!opens_block() && indentation == head_indentation);
    }

private:
    std::string_view head;
    std::string_view head_indentation;
    std::optional<std::string_view> next_indentation;
};

}

// Checks the indentation of a hunk that only adds lines after its anchor, line `anchor` of the file
// (0-based). Returns both readings of its first line with text if the indentation is ambiguous:
//
// - The anchor opens a block that has content, and the line, which does not begin with '#', is not
//   deeper than the anchor.
// - The patch shows the anchor with another indentation than the file. The line must then fit the
//   place as it was written: it is as deep as a line next to it, or in the empty block that the
//   anchor opens. In the former case, it must not fit if it is shifted like the anchor.
//
// Returns nullopt otherwise, also if no added line has text.
static std::optional<AmbiguousInsertion> ambiguous_insertion(
    const read::Hunk& hunk, const std::vector<text::Line>& file, std::size_t anchor)
{
    const std::string_view there = text::indentation_of(file[anchor].text);
    const std::string_view written = hunk.anchor_indentation;
    const auto first = std::find_if(hunk.lines.begin(), hunk.lines.end(),
        [](const read::HunkLine& line) { return is_solid(line.line.text); });
    if (first == hunk.lines.end())
        return {};
    const std::string_view indentation = text::indentation_of(first->line.text);
    const std::string_view content = first->line.text.substr(indentation.size());
    const Surroundings around(file, anchor);
    // Neither a comment nor a preprocessor directive ends a block.
    if (around.would_cut_block(indentation) && !content.starts_with('#'))
        return AmbiguousInsertion {first->line.text, std::string(around.next()).append(content)};
    if (there == written)
        return {};
    std::optional<std::string> shifted;
    if (indentation.starts_with(written))
        shifted = std::string(there).append(indentation.substr(written.size()));
    const bool is_same_block = around.is_empty_block() && around.fits(indentation);
    if (around.fits(indentation) && (is_same_block || !shifted || !around.fits(*shifted)))
        return {};
    return AmbiguousInsertion {
        first->line.text, shifted.value_or(std::string(there)).append(content)};
}

bool is_after_anchor(const read::Hunk& hunk, const std::vector<text::Line>& file)
{
    return !hunk.ends_file && !file.empty() && !hunk.anchors.empty()
        && read::count_lines(hunk, read::Mark::added) == hunk.lines.size();
}

static std::vector<text::Line> added_lines(const read::Hunk& hunk)
{
    std::vector<text::Line> lines;
    for (const auto& [mark, line] : hunk.lines)
        if (mark == read::Mark::added)
            lines.push_back(line);
    return lines;
}

// Returns the hunk with its added lines shifted as its other lines have to be to match the file;
// nullopt if that shift is unknown for an added line. Sets the texts of `fitted` for the first line
// that changes.
static std::optional<read::Hunk> mapped(const read::Hunk& hunk,
    const match::Reindentation& reindentation, std::deque<std::string>& texts, FittedHunk& fitted)
{
    const auto shown
        = reindentation.indented(added_lines(hunk), match::UnknownDepthPolicy::certain);
    auto next = shown.begin();
    read::Hunk result = hunk;
    bool is_known = true;
    for (auto& [mark, line] : result.lines) {
        if (mark != read::Mark::added)
            continue;
        const std::optional<std::string>& text = *next++;
        is_known = is_known && text;
        if (text == line.text)
            continue;
        const std::string_view before = line.text;
        line.text = texts.emplace_back(text.value_or(std::string(before)));
        if (!fitted.as_written.empty())
            continue;
        fitted.as_written = before;
        fitted.as_shown = line.text;
        const std::string_view written = text::indentation_of(before);
        const auto by_steps = reindentation.stepped(written);
        if (!text || !by_steps || *by_steps == text::indentation_of(line.text)
            || *by_steps == written)
            continue;
        fitted.by_steps
            = texts.emplace_back(*by_steps + std::string(before.substr(written.size())));
    }
    return is_known ? std::optional(std::move(result)) : std::nullopt;
}

FittedHunk HunkFitter::fitted_after_anchor(const read::Hunk& hunk, std::size_t line)
{
    auto doubt = ambiguous_insertion(hunk, file, line - 1);
    if (!doubt)
        return {hunk};
    return {{}, doubt->as_written, new_texts.emplace_back(std::move(doubt->shifted))};
}

static std::vector<std::string> new_lines(const read::Hunk& hunk)
{
    std::vector<std::string> texts;
    for (const text::Line& line : read::new_side(hunk).lines)
        texts.emplace_back(line.text);
    return texts;
}

FittedHunk HunkFitter::fitted_indentation(
    const read::Hunk& hunk, const std::vector<text::Line>& there)
{
    const read::Side before = read::old_side(hunk);
    const read::Side after = read::new_side(hunk);
    FittedHunk fitted;
    if (!file_step)
        file_step = match::indentation_step(file);
    const match::Reindentation reindentation({before.lines, there, after.lines, file, file_step});
    auto as_shown = mapped(hunk, reindentation, new_texts, fitted);
    if (fitted.as_written.empty())
        return {hunk};
    const match::IndentationStyle style = style_of_additions(hunk, there);
    if (style == match::IndentationStyle::file)
        fitted.hunk = hunk;
    else if (style == match::IndentationStyle::writer && as_shown
        && !match::alters_verbatim_lines({before.lines, after.lines, new_lines(*as_shown)}))
        fitted.hunk = std::move(as_shown);
    return fitted;
}

// Returns the line without the characters that Folding::typography removes at its beginning and
// end.
static std::string_view core_of(std::string_view line)
{
    const match::PlainText plain(line, match::PlainText::Fold::typography);
    const std::string_view core = text::trimmed(plain.text());
    const auto begin = static_cast<std::size_t>(core.data() - plain.text().data());
    const auto place = plain.in_original({begin, begin + core.size()});
    return place ? line.substr(place->begin, place->end - place->begin) : line;
}

// Restores typographic characters of the file, whose lines are `there`, in added lines that replace
// others, or that were removed in another part of the hunk.
static void keep_typography(
    read::Hunk& hunk, const std::vector<text::Line>& there, std::deque<std::string>& texts)
{
    std::string in_file;
    std::string before;
    std::string after;
    auto line_there = there.begin();
    for (const auto& [mark, line] : hunk.lines) {
        const std::string_view core = mark == read::Mark::added
            ? line.text.substr(text::indentation_of(line.text).size())
            : core_of(line.text);
        if (mark != read::Mark::added) {
            in_file.append(core_of((line_there++)->text)).append("\n");
            before.append(core).append("\n");
        }
        if (mark != read::Mark::removed)
            after.append(core).append("\n");
    }
    const std::string& woven
        = texts.emplace_back(match::typographic_text(in_file, before, after, text::LineEnd::lf));
    const auto lines = text::split_lines(woven);
    auto next = lines.begin();
    for (auto& [mark, line] : hunk.lines) {
        if (mark == read::Mark::added)
            line.text = texts.emplace_back(
                std::string(text::indentation_of(line.text)).append(next->text));
        next += mark == read::Mark::removed ? 0 : 1;
    }
}

FittedHunk HunkFitter::fitted(const read::Hunk& hunk, const Placement& placement)
{
    const std::size_t size = read::old_side(hunk).lines.size();
    if (is_after_anchor(hunk, file))
        return fitted_after_anchor(hunk, placement.line());
    if (placement.level < MatchLevel::indentation)
        return {hunk};
    const auto begin = file.begin() + static_cast<std::ptrdiff_t>(placement.line());
    const std::vector<text::Line> there(begin, begin + static_cast<std::ptrdiff_t>(size));
    FittedHunk fitted = fitted_indentation(hunk, there);
    if (fitted.hunk && placement.level == MatchLevel::typography)
        keep_typography(*fitted.hunk, there, new_texts);
    return fitted;
}

}
