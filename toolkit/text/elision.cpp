#include "toolkit/text/elision.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/placeholder.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace toolkit::text {

namespace {

using LineTexts = std::vector<std::string_view>;

LineTexts trimmed_lines(std::string_view text)
{
    LineTexts lines;
    for (const Line& line : split_lines(text))
        lines.push_back(trimmed(line.text));
    return lines;
}

bool has_line(std::string_view text, std::string_view wanted)
{
    const auto lines = trimmed_lines(text);
    return std::find(lines.begin(), lines.end(), wanted) != lines.end();
}

// A line of the new text that may be a placeholder.
struct Candidate {
    std::size_t line;
    bool is_certain;
};

// Returns true for a Python body that consists of dots only, possibly below a docstring. A doctest
// has dots as well.
bool is_body_of_dots(const std::vector<Line>& lines, std::size_t at)
{
    const auto is_solid = [](const Line& line) { return !trimmed(line.text).empty(); };
    const auto above
        = std::find_if(lines.rend() - static_cast<std::ptrdiff_t>(at), lines.rend(), is_solid);
    const auto below
        = std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(at) + 1, lines.end(), is_solid);
    if (above == lines.rend())
        return false;
    const std::string_view before = trimmed(above->text);
    if (before.starts_with(">>>") || before.starts_with("... "))
        return true;
    const std::size_t depth = indentation_of(lines[at].text).size();
    return (before.ends_with(':') || before.ends_with("\"\"\"") || before.ends_with("'''"))
        && (below == lines.end() || indentation_of(below->text).size() < depth);
}

// The new text in its place, with a part of the file around it, if the file contains the old text
// exactly; otherwise the new text alone.
struct Placed {
    explicit Placed(const Substitution& substitution)
        : text(substitution.new_text)
    {
        static constexpr std::size_t around = 2000;
        const std::string_view old_text = substitution.old_text;
        const std::string_view file = substitution.file;
        const std::size_t at = file.find(old_text);
        if (at == std::string_view::npos)
            return;
        const std::string_view head = file.substr(at - std::min(at, around), std::min(at, around));
        first_line = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
        text.insert(0, head).append(file.substr(at + old_text.size(), around));
    }

    std::string text;
    std::size_t first_line = 0; // line of `text` at which the new text begins, 0-based
};

bool may_stand_for_lines(std::string_view text)
{
    const auto lines = split_lines(text);
    return std::any_of(lines.begin(), lines.end(),
        [](const Line& line) { return stands_for_lines(line.text) != StandsForLines::no; });
}

// The old text is searched for only if the new one has a possible placeholder, because a patch may
// have thousands of hunks.
std::vector<Candidate> candidates_of(const Substitution& substitution)
{
    if (!may_stand_for_lines(substitution.new_text))
        return {};
    const Placed placed(substitution);
    const auto lines = split_lines(placed.text);
    const std::size_t count = split_lines(substitution.new_text).size();
    std::vector<Candidate> candidates;
    for (std::size_t number = 0; number < count; ++number) {
        const std::size_t at = placed.first_line + number;
        const StandsForLines kind = stands_for_lines(lines[at].text);
        const bool is_dots = is_ellipsis(lines[at].text);
        if (kind == StandsForLines::no || (is_dots && is_body_of_dots(lines, at)))
            continue;
        // Dots alone must be a line of the file, since many lines contain dots.
        const std::string_view line = trimmed(lines[at].text);
        const bool is_there = is_dots ? has_line(substitution.file, line)
                                      : substitution.file.find(line) != std::string_view::npos;
        if (!is_there)
            candidates.push_back({number, kind == StandsForLines::surely});
    }
    return candidates;
}

// A run of changed lines. Common lines that consist of brackets do not end a run.
struct ChangedRun {
    std::size_t lost = 0; // lines of the old text that are nowhere in the new one
    std::size_t added = 0; // lines of the new text that are nowhere in the old one
    std::optional<std::size_t> placeholder;
    bool is_certain = false;
};

class ElisionSearch {
public:
    ElisionSearch(const Substitution& substitution, const std::vector<Candidate>& candidates)
        : before(trimmed_lines(substitution.old_text))
        , after(trimmed_lines(substitution.new_text))
        , old_lines(before.begin(), before.end())
        , new_lines(after.begin(), after.end())
    {
        for (const Candidate& candidate : candidates)
            places.emplace(candidate.line, candidate.is_certain);
    }

    // Returns the first candidate at whose place more lines are lost than added.
    std::optional<std::size_t> find()
    {
        ChangedRun run;
        for (const ScriptStep& step : line_script(before, after)) {
            if (step.kind == StepKind::common && is_telling(before[step.before])) {
                if (is_elision(run))
                    return run.placeholder;
                run = {};
            } else if (step.kind == StepKind::removed)
                run.lost += is_lost(before[step.before]) ? 1 : 0;
            else if (step.kind == StepKind::added)
                add(run, step.after);
        }
        return is_elision(run) ? run.placeholder : std::nullopt;
    }

private:
    static bool is_telling(std::string_view line)
    {
        return std::any_of(line.begin(), line.end(), is_word);
    }

    bool is_lost(std::string_view line) const
    {
        return is_telling(line) && new_lines.count(line) == 0
            && stands_for_lines(line) == StandsForLines::no;
    }

    void add(ChangedRun& run, std::size_t line) const
    {
        if (const auto place = places.find(line); place != places.end()) {
            run.placeholder = run.placeholder.value_or(line);
            run.is_certain = run.is_certain || place->second;
        } else if (is_telling(after[line]) && old_lines.count(after[line]) == 0)
            ++run.added;
    }

    static bool is_elision(const ChangedRun& run)
    {
        // A comment that is not a placeholder may replace one line.
        const std::size_t min_more = run.is_certain ? 1 : 2;
        return run.placeholder && run.lost >= run.added + min_more;
    }

    LineTexts before, after;
    std::unordered_set<std::string_view> old_lines, new_lines;
    std::unordered_map<std::size_t, bool> places; // by line of the candidate: whether it is certain
};

}

std::optional<std::string> find_elision(const Substitution& substitution)
{
    const auto candidates = candidates_of(substitution);
    if (candidates.empty())
        return {};
    const LineTexts after = trimmed_lines(substitution.new_text);
    const auto certain = std::find_if(candidates.begin(), candidates.end(),
        [](const Candidate& candidate) { return candidate.is_certain; });
    if (certain != candidates.end() && loses_lines(substitution.old_text, substitution.new_text))
        return std::string(after[certain->line]);
    const auto found = ElisionSearch(substitution, candidates).find();
    return found ? std::optional(std::string(after[*found])) : std::nullopt;
}

bool loses_lines(std::string_view before, std::string_view content)
{
    static constexpr int max_lost = 2;
    std::unordered_set<std::string_view> kept;
    for (const Line& line : split_lines(content))
        kept.insert(trimmed(line.text));
    int lost = 0;
    for (const Line& line : split_lines(before)) {
        const std::string_view trimmed_line = trimmed(line.text);
        if (!trimmed_line.empty() && kept.insert(trimmed_line).second && ++lost > max_lost)
            return true;
    }
    return false;
}

static bool continues_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80;
}

std::size_t end_of_head(std::string_view text, std::size_t max)
{
    const std::size_t line = max == 0 ? std::string_view::npos : text.rfind('\n', max - 1);
    return line != std::string_view::npos && line + 1 >= max / 2 ? line + 1
                                                                 : utf8_boundary(text, max);
}

std::size_t begin_of_tail(std::string_view text, std::size_t max)
{
    const std::size_t first = text.size() - max;
    const std::size_t line = first == 0 ? std::string_view::npos : text.find('\n', first - 1);
    if (line != std::string_view::npos && line + 1 <= first + max / 2)
        return line + 1;
    constexpr std::size_t max_rest = 3; // bytes of a UTF-8 character that begins before `first`
    std::size_t begin = first;
    while (begin < text.size() && begin < first + max_rest && continues_character(text[begin]))
        ++begin;
    return begin;
}

}
