#include "fitted_hunk.hpp"

#include "anchored_additions.hpp"
#include "hunk_indentation.hpp"
#include "toolkit/match/indented_lines.hpp"
#include "toolkit/match/plain_text.hpp"
#include "toolkit/match/typography.hpp"
#include "toolkit/text/folding.hpp"

namespace apply_patch::place {

using namespace toolkit;

bool is_behind_anchor(const read::Hunk& hunk, const std::vector<text::Line>& file)
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

// The hunk with its added lines indented as those that it shows are in the file; the first that
// would be another, in `fitted`.
static std::optional<read::Hunk> mapped(const read::Hunk& hunk,
    const match::Reindentation& reindentation, std::deque<std::string>& texts, FittedHunk& fitted)
{
    const auto shown = reindentation.indented(added_lines(hunk), match::NewDepths::certain);
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

FittedHunk HunkFitter::fitted_behind_anchor(const read::Hunk& hunk, std::size_t line)
{
    auto doubt = find_doubt(hunk, file, line - 1);
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

// Returns a line without what Folding::typography takes away at its edges.
static std::string_view core_of(std::string_view line)
{
    const match::PlainText plain(line, match::PlainText::Fold::typography);
    const std::string_view core = text::trimmed(plain.text());
    const auto begin = static_cast<std::size_t>(core.data() - plain.text().data());
    const auto place = plain.in_original({begin, begin + core.size()});
    return place ? line.substr(place->begin, place->end - place->begin) : line;
}

// New lines that take the place of others, and lines that are removed at one place and added at
// another, keep the typographic characters of the file, where the lines of the hunk are `there`.
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
    if (is_behind_anchor(hunk, file))
        return fitted_behind_anchor(hunk, placement.line());
    if (placement.folding < Folding::indentation)
        return {hunk};
    const auto begin = file.begin() + static_cast<std::ptrdiff_t>(placement.line());
    const std::vector<text::Line> there(begin, begin + static_cast<std::ptrdiff_t>(size));
    FittedHunk fitted = fitted_indentation(hunk, there);
    if (fitted.hunk && placement.folding == Folding::typography)
        keep_typography(*fitted.hunk, there, new_texts);
    return fitted;
}

}
