#include "apply.hpp"

#include "assemble.hpp"
#include "evaluate.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/pasted_marks.hpp"
#include "toolkit/text/text.hpp"
#include "tools/apply_patch/place/lenient_placer.hpp"
#include "tools/apply_patch/place/mismatch.hpp"
#include "tools/apply_patch/place/placement.hpp"

#include <algorithm>
#include <string>

namespace apply_patch::apply {

using namespace toolkit;

// Returns the lines of one side: context, and the lines with the mark.
static std::string lines_of(const read::Hunk& hunk, read::Mark mark)
{
    std::string text;
    for (const auto& line : hunk.lines)
        if (line.mark == mark || line.mark == read::Mark::context)
            text.append(line.line.text).append("\n");
    return text;
}

static void refuse_marks(const text::Substitution& substitution, std::string_view name)
{
    const auto marks = text::find_pasted_marks(substitution, name);
    if (!marks)
        return;
    throw ToolError(Code::bad_patch,
        "the new lines of " + text::in_quotes(name) + " have " + marks->words,
        "if this is meant, send the same request with \"match\":\"exact\"; else send them as they "
        "will be in the file");
}

void refuse_foreign_text(std::string_view text, std::string_view name)
{
    refuse_marks({{}, text, {}}, name);
}

// Throws BAD_PATCH if a hunk removes lines and adds a placeholder for omitted lines ("// ...
// existing code ..."), which the file does not have, or if the new lines have marks that were
// copied with them.
static void refuse_foreign_lines(
    std::string_view text, const std::vector<read::Hunk>& hunks, std::string_view name)
{
    std::string before;
    std::string after;
    for (const auto& hunk : hunks) {
        before += lines_of(hunk, read::Mark::removed);
        after += lines_of(hunk, read::Mark::added);
        const auto placeholder = text::find_elision(
            {lines_of(hunk, read::Mark::removed), lines_of(hunk, read::Mark::added), text});
        if (!placeholder)
            continue;
        throw ToolError(Code::bad_patch,
            "the patch has the placeholder " + text::in_quotes(*placeholder) + ": the lines of "
                + text::in_quotes(name) + " that it stands for would be lost",
            "leave out these lines, or send all of them as context; if this line is meant, send "
            "the same request with \"match\":\"exact\"");
    }
    refuse_marks({before, after, text}, name);
}

static constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

namespace {

// The state of the work on the hunks of one file.
struct Job {
    std::string_view text; // of the whole file
    const std::vector<read::Hunk>& hunks;
    const Target& target;
    place::Finder finder;
    std::vector<place::Placement> placements;

    place::HunkName name(std::size_t index) const
    {
        return {target.name, target.hunks_before + index + 1, hunks[index].patch_line};
    }
};

}

static bool mentions_byte_order_mark(const std::vector<read::Hunk>& hunks)
{
    return std::any_of(hunks.begin(), hunks.end(), [](const read::Hunk& hunk) {
        return std::any_of(hunk.lines.begin(), hunk.lines.end(),
            [](const read::HunkLine& line) { return line.line.text.starts_with(byte_order_mark); });
    });
}

static std::string numbers(const std::vector<std::size_t>& hunks)
{
    std::string text;
    for (const std::size_t number : hunks)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

// Throws if some hunks can be placed and others have been applied already, so that the patch was
// applied in part.
static void refuse_half_applied(const Job& job)
{
    std::vector<std::size_t> applied;
    std::vector<std::size_t> open;
    for (std::size_t index = 0; index < job.hunks.size(); ++index) {
        const place::Placement& placement = job.placements[index];
        if (placement.is_open())
            open.push_back(job.name(index).number);
        else if (placement.is_applied())
            applied.push_back(job.name(index).number);
        else
            return;
    }
    if (applied.empty())
        return;
    throw ToolError(Code::conflict,
        "a part of the patch is in " + text::in_quotes(job.target.name) + " already: hunk "
            + numbers(applied) + " is, hunk " + numbers(open) + " is not",
        "send only what is missing, with context on both sides of it");
}

// Returns the error of a hunk whose old lines and whose result are both in the file.
static ToolError doubtful(const place::HunkName& name, const place::Placement& placement)
{
    return {Code::ambiguous,
        place::in_words(name) + " fits at line " + std::to_string(placement.line() + 1)
            + ", and what it makes of its lines stands at line "
            + std::to_string(*placement.trace.line + 1) + " already",
        "if it has been applied, leave it out; else correct its line number, and copy its lines "
        "from the file with their indentation"};
}

enum class Verdict { apply, is_applied };

static Verdict judge(const Job& job)
{
    const auto& placements = job.placements;
    const auto is_open = [](const place::Placement& placement) { return placement.is_open(); };
    const auto is_applied
        = [](const place::Placement& placement) { return placement.is_applied(); };
    if (std::all_of(placements.begin(), placements.end(), is_open))
        return Verdict::apply;
    if (std::all_of(placements.begin(), placements.end(), is_applied))
        return Verdict::is_applied;
    refuse_half_applied(job);
    for (std::size_t index = 0; index < placements.size(); ++index) {
        const place::Placement& placement = placements[index];
        if (placement.is_found() && !placement.is_open() && !placement.is_applied())
            throw doubtful(job.name(index), placement);
        if (!placement.is_found() && !placement.is_applied())
            throw place::mismatch(job.name(index), job.hunks[index], placement, job.finder);
    }
    throw ToolError(
        Code::internal, "the hunks of " + text::in_quotes(job.target.name) + " have no verdict");
}

// Returns the line number for the @@ line.
static std::size_t line_in_words(std::size_t line, std::size_t size)
{
    return size == 0 ? line : line + 1;
}

static std::string_view in_words(place::MatchLevel level)
{
    switch (level) {
    case place::MatchLevel::trailing_whitespace: return "trailing whitespace";
    case place::MatchLevel::indentation: return "indentation";
    case place::MatchLevel::typography: return "typography";
    case place::MatchLevel::exact: break;
    }
    return "";
}

// Returns true for a hunk of a unified diff that git places at the end of the file: it has context,
// but none at its end.
static bool claims_end(const read::Hunk& hunk)
{
    return read::count_lines(hunk, read::Mark::context) > 0
        && hunk.lines.back().mark != read::Mark::context;
}

static ChangedLines changed_lines(const read::Hunk& hunk, std::size_t place)
{
    const place::HunkLines lines(hunk, place);
    const std::size_t before = lines.change_end - lines.change_begin;
    return {lines.change_begin, before,
        before + read::count_lines(hunk, read::Mark::added)
            - read::count_lines(hunk, read::Mark::removed)};
}

// Adds the places of the hunks that the answer mentions.
static void report(const Job& job, Applied& applied)
{
    for (std::size_t index = 0; index < job.hunks.size(); ++index) {
        const read::Hunk& hunk = job.hunks[index];
        const place::Placement& placement = job.placements[index];
        const std::size_t number = job.name(index).number;
        const std::size_t size = hunk.lines.size() - read::count_lines(hunk, read::Mark::added);
        const std::size_t line = line_in_words(placement.line(), size);
        applied.lines.push_back(changed_lines(hunk, placement.line()));
        if (placement.level != place::MatchLevel::exact)
            applied.loose.push_back({number, line, in_words(placement.level)});
        if (hunk.ends_file && placement.line() + size != job.finder.file().size())
            applied.loose.push_back({number, line, "'*** End of File'"});
        if (hunk.was_cut)
            applied.loose.push_back({number, line, "empty lines after the end of the file"});
        if (hunk.matching == read::Matching::exact && claims_end(hunk)
            && placement.line() + size != job.finder.file().size())
            applied.loose.push_back({number, line, "end of the file"});
        if (placement.is_outside_scope)
            applied.loose.push_back({number, line, "block of the '@@' line"});
        if (hunk.stated && place::stated_before(hunk) != placement.line())
            applied.moved.push_back({number, hunk.stated->before.start, line});
        else if (!hunk.stated && hunk.matching == read::Matching::exact)
            applied.moved.push_back({number, {}, line});
    }
}

// Returns true if a hunk only adds lines. It shows neither the newlines of the file nor whether it
// has been applied.
static bool only_adds_somewhere(const std::vector<read::Hunk>& hunks)
{
    return std::any_of(hunks.begin(), hunks.end(), [](const read::Hunk& hunk) {
        return read::count_lines(hunk, read::Mark::added) == hunk.lines.size();
    });
}

// Returns true if the text is the result that git recorded.
static bool is_of_git(std::string_view text, const Target& target)
{
    constexpr std::size_t telling_digits = 7; // git's minimum unless configured otherwise
    return target.new_blob.size() >= telling_digits && is_git_blob(text, target.new_blob);
}

static bool is_what_git_made(
    std::string_view text, const std::vector<read::Hunk>& hunks, const Target& target)
{
    return only_adds_somewhere(hunks) && is_of_git(text, target);
}

static EndsWithoutContext ends_without_context(const Job& job, const std::vector<read::Hunk>& hunks)
{
    return only_adds_somewhere(hunks)
            && (means_its_ends(hunks) || is_git_blob(job.text, job.target.old_blob))
        ? EndsWithoutContext::as_written
        : EndsWithoutContext::as_neighbours;
}

static std::string put_in(
    std::string_view text, const Job& job, const std::vector<read::Hunk>& hunks)
{
    std::vector<PlacedHunk> placed;
    for (std::size_t index = 0; index < hunks.size(); ++index)
        placed.push_back({&hunks[index], job.placements[index].line(),
            hunks[index].lines.size() - read::count_lines(hunks[index], read::Mark::added)});
    return assemble(text, job.finder.file(), std::move(placed), ends_without_context(job, hunks));
}

static ToolError unclear_indentation(
    const Job& job, std::size_t index, const place::FittedHunk& fitted)
{
    const read::Hunk& hunk = job.hunks[index];

    std::string other = fitted.as_shown == fitted.as_written ? "indented as the file is"
                                                             : text::in_quotes(fitted.as_shown);
    std::string hint = "indent the hunk as the file is";
    if (read::count_lines(hunk, read::Mark::added) == hunk.lines.size())
        hint += ", or show the lines around the place as context";
    if (!fitted.by_steps.empty())
        other += " or " + text::in_quotes(fitted.by_steps);
    return {Code::no_match,
        place::in_words(job.name(index)) + " fits at line "
            + std::to_string(job.placements[index].line() + 1) + " but for its indentation, and "
            + text::in_quotes(fitted.as_written) + " may be meant as it is, or to become " + other,
        hint};
}

// Returns the hunks with their new lines indented like the file.
static std::vector<read::Hunk> fitted(place::LenientPlacer& placer, const Job& job)
{
    std::vector<read::Hunk> hunks;
    for (std::size_t index = 0; index < job.hunks.size(); ++index) {
        auto fitted = placer.fitted(index, job.placements[index]);
        if (!fitted.hunk)
            throw unclear_indentation(job, index, fitted);
        hunks.push_back(std::move(*fitted.hunk));
    }
    return hunks;
}

// Returns the text with the hunks applied; nullopt if they have been applied already.
static std::optional<std::string> change(std::string_view text, Job& job)
{
    if (!job.hunks.empty() && job.hunks.front().matching == read::Matching::lenient) {
        place::LenientPlacer placer(job.finder.file(), job.hunks);
        for (std::size_t index = 0; index < job.hunks.size(); ++index)
            job.placements.push_back(placer.place(index));
        return judge(job) == Verdict::apply ? std::optional(put_in(text, job, fitted(placer, job)))
                                            : std::nullopt;
    }
    place::Placer placer(job.finder);
    for (const auto& hunk : job.hunks)
        job.placements.push_back(placer.place(hunk));
    return judge(job) == Verdict::apply ? std::optional(put_in(text, job, job.hunks))
                                        : std::nullopt;
}

static void refuse_folded(const Job& job)
{
    for (std::size_t index = 0; index < job.hunks.size(); ++index)
        if (const place::Placement& placement = job.placements[index];
            placement.level != place::MatchLevel::exact)
            throw ToolError(Code::no_match,
                place::in_words(job.name(index)) + " fits at line "
                    + std::to_string(placement.line() + 1) + " but for "
                    + std::string(in_words(placement.level)),
                "copy its lines from the file, or leave out 'match'");
}

static Applied apply_to_lines(
    std::string_view text, const std::vector<read::Hunk>& hunks, const Target& target)
{
    const bool hides_mark = text.starts_with(byte_order_mark) && !mentions_byte_order_mark(hunks);
    const std::string_view visible = text.substr(hides_mark ? byte_order_mark.size() : 0);
    const std::vector<text::Line> lines = text::split_lines(visible);
    const std::vector<read::Hunk> fitting = place::without_lines_after_the_end(lines, hunks);
    Job job {text, fitting, target, place::Finder(lines, fitting), {}};
    auto changed = change(visible, job);
    if (!changed)
        return {Outcome::already_applied, std::string(text), {}};
    if (target.is_exact)
        refuse_folded(job);
    else if (!is_of_git(*changed, target))
        refuse_foreign_lines(text, fitting, target.name);
    Applied applied {Outcome::applied, std::move(*changed), {}};
    report(job, applied);
    if (hides_mark)
        applied.text.insert(0, byte_order_mark);
    applied.outcome = applied.text == text ? Outcome::already_applied : Outcome::applied;
    return applied;
}

static bool names_returns(const std::vector<read::Hunk>& hunks)
{
    return std::any_of(hunks.begin(), hunks.end(), [](const read::Hunk& hunk) {
        return std::any_of(hunk.lines.begin(), hunk.lines.end(), [](const read::HunkLine& line) {
            return line.line.text.find('\r') != std::string_view::npos;
        });
    });
}

Applied apply_hunks(
    std::string_view text, const std::vector<read::Hunk>& hunks, const Target& target)
{
    if (is_what_git_made(text, hunks, target))
        return {Outcome::already_applied, std::string(text), {}};
    if (!text::has_lone_returns(text) || names_returns(hunks))
        return apply_to_lines(text, hunks, target);
    const std::string file = text::with_line_feeds(text);
    Applied applied = apply_to_lines(file, hunks, target);
    applied.text = text::with_line_feeds(applied.text);
    text::put_returns(applied.text);
    applied.lines = {{0, 1, 1}}; // the whole file, which has no LF
    return applied;
}

std::string created_text(const std::vector<read::Hunk>& hunks, const Target& target)
{
    std::string text;
    for (const auto& hunk : hunks)
        for (const auto& line : hunk.lines) {
            if (line.mark != read::Mark::added)
                throw ToolError(Code::bad_patch,
                    "the patch creates " + text::in_quotes(target.name)
                        + " with lines that are not added (hunk at line "
                        + std::to_string(hunk.patch_line) + " of the patch)",
                    "each line of a new file starts with '+'; to change a file, name it in the "
                    "line '--- a/NAME' too");
            text += line.line.text;
            text += text::bytes_of(line.line.end);
        }
    return text;
}

}
