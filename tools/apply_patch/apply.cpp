#include "apply.hpp"

#include "assemble.hpp"
#include "mismatch.hpp"
#include "placement.hpp"
#include "toolkit/text.hpp"

#include <algorithm>

static constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

namespace {

// All that is known about the hunks of one file.
struct Job {
    const std::vector<Hunk>& hunks;
    const Target& target;
    Finder finder;
    std::vector<Placement> placements;

    HunkName name(std::size_t index) const
    {
        return {target.name, target.hunks_before + index + 1, hunks[index].patch_line};
    }
};

}

static bool mentions_byte_order_mark(const std::vector<Hunk>& hunks)
{
    return std::any_of(hunks.begin(), hunks.end(), [](const Hunk& hunk) {
        return std::any_of(hunk.lines.begin(), hunk.lines.end(),
            [](const HunkLine& line) { return line.line.text.starts_with(byte_order_mark); });
    });
}

static std::string numbers(const std::vector<std::size_t>& hunks)
{
    std::string text;
    for (const std::size_t number : hunks)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

// Some hunks can be placed and some are applied already: a patch that was applied in part.
static void refuse_half_applied(Job& job)
{
    std::vector<std::size_t> applied;
    std::vector<std::size_t> open;
    for (std::size_t index = 0; index < job.hunks.size(); ++index) {
        const Placement& placement = job.placements[index];
        if (placement.is_found() && !placement.looks_applied)
            open.push_back(job.name(index).number);
        else if (placement.looks_applied || is_applied(job.finder, job.hunks[index]))
            applied.push_back(job.name(index).number);
        else
            return;
    }
    if (applied.empty())
        return;
    throw ToolError(Code::conflict,
        "a part of the patch is in " + in_quotes(job.target.name) + " already: hunk " + numbers(applied)
            + " is, hunk " + numbers(open) + " is not",
        "send only what is missing, with context on both sides of it");
}

static bool is_wholly_applied(Job& job)
{
    for (std::size_t index = 0; index < job.hunks.size(); ++index)
        if (!job.placements[index].looks_applied && !is_applied(job.finder, job.hunks[index]))
            return false;
    return true;
}

enum class Verdict { apply, is_applied };

static Verdict judge(Job& job)
{
    const auto& placements = job.placements;
    const bool all_are_found = std::all_of(placements.begin(), placements.end(),
        [](const Placement& placement) { return placement.is_found() && !placement.looks_applied; });
    if (all_are_found)
        return Verdict::apply;
    if (is_wholly_applied(job))
        return Verdict::is_applied;
    refuse_half_applied(job);
    for (std::size_t index = 0; index < placements.size(); ++index)
        if (!placements[index].is_found())
            throw mismatch(job.name(index), job.hunks[index], placements[index], job.finder);
    return Verdict::apply;
}

// The line that an @@ line would have to say.
static std::size_t line_in_words(std::size_t line, std::size_t size) { return size == 0 ? line : line + 1; }

static std::string put_in(std::string_view text, const Job& job, Applied& applied)
{
    std::vector<PlacedHunk> placed;
    for (std::size_t index = 0; index < job.hunks.size(); ++index) {
        const Hunk& hunk = job.hunks[index];
        const Placement& placement = job.placements[index];
        const std::size_t size = hunk.lines.size() - count_lines(hunk, Mark::added);
        placed.push_back({&hunk, placement.line(), size});
        if (placement.stated == placement.line())
            continue;
        MovedHunk moved {job.name(index).number, {}, line_in_words(placement.line(), size)};
        if (hunk.stated)
            moved.stated_line = hunk.stated->before.start;
        applied.moved.push_back(moved);
    }
    const auto ends
        = means_its_ends(job.hunks) ? EndsWithoutContext::as_written : EndsWithoutContext::as_neighbours;
    return assemble(text, job.finder.file(), std::move(placed), ends);
}

Applied apply_hunks(std::string_view text, const std::vector<Hunk>& hunks, const Target& target)
{
    const bool hides_mark = text.starts_with(byte_order_mark) && !mentions_byte_order_mark(hunks);
    const std::string_view visible = text.substr(hides_mark ? byte_order_mark.size() : 0);
    const std::vector<Line> lines = split_lines(visible);
    Job job {hunks, target, Finder(lines, hunks), {}};
    Placer placer(job.finder);
    for (const auto& hunk : hunks)
        job.placements.push_back(placer.place(hunk));
    Applied applied {Outcome::already_applied, std::string(text), {}};
    if (judge(job) == Verdict::is_applied)
        return applied;
    applied.text = std::string(hides_mark ? byte_order_mark : "") + put_in(visible, job, applied);
    applied.outcome = applied.text == text ? Outcome::already_applied : Outcome::applied;
    return applied;
}

std::string created_text(const std::vector<Hunk>& hunks, const Target& target)
{
    std::string text;
    for (const auto& hunk : hunks)
        for (const auto& line : hunk.lines) {
            if (line.mark != Mark::added)
                throw ToolError(Code::bad_patch,
                    "the patch creates " + in_quotes(target.name)
                        + " with lines that are not added (hunk at line " + std::to_string(hunk.patch_line)
                        + " of the patch)",
                    "each line of a new file starts with '+'; to change a file, name it in the line '--- "
                    "a/NAME' too");
            text += line.line.text;
            text += bytes_of(line.line.end);
        }
    return text;
}
