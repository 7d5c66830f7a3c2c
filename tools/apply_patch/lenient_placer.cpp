#include "lenient_placer.hpp"

#include "toolkit/error.hpp"
#include "toolkit/folding.hpp"
#include "toolkit/reindentation.hpp"

#include <algorithm>

static constexpr std::size_t most_places = 100;
static constexpr std::array foldings {
    Folding::none, Folding::end_blanks, Folding::indentation, Folding::typography};

// The file and the hunks with all their lines folded.
struct LenientPlacer::Folded {
    std::vector<Line> file;
    std::vector<Hunk> hunks;
    std::deque<std::string> texts;
    std::unique_ptr<Finder> finder;

    Folded(const std::vector<Line>& lines, const std::vector<Hunk>& originals, Folding folding)
        : file(lines)
        , hunks(originals)
    {
        for (auto& line : file)
            fold(line.text, folding);
        for (auto& hunk : hunks)
            for (auto& line : hunk.lines)
                fold(line.line.text, folding);
        finder = std::make_unique<Finder>(file, hunks);
    }

    void fold(std::string_view& text, Folding folding)
    {
        if (folding == Folding::end_blanks)
            text = without_end_blanks(text);
        else if (folding == Folding::indentation)
            text = trimmed(text);
        else if (folding == Folding::typography)
            text = texts.emplace_back(trimmed(with_plain_typography(text)));
    }
};

LenientPlacer::LenientPlacer(const std::vector<Line>& file, const std::vector<Hunk>& hunks)
    : file(file)
    , hunks(hunks)
{
}

LenientPlacer::Folded& LenientPlacer::folded(Folding folding)
{
    auto& level = levels.at(static_cast<std::size_t>(folding));
    if (!level)
        level = std::make_shared<Folded>(file, hunks, folding);
    return *level;
}

// Where the side stands, begins within a scope, and is not taken.
std::vector<std::size_t> LenientPlacer::find(Folded& level, const Side& side, const Scopes& within) const
{
    std::vector<std::size_t> places;
    for (const auto& scope : within)
        for (const std::size_t place : level.finder->find(side, scope.begin, most_places))
            if (place < scope.end && taken.is_free(place, side.lines.size()))
                places.push_back(place);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

// A line alone at the margin that opens or closes a block is part of it.
static bool is_bracket(std::string_view text)
{
    return !text.empty() && std::string_view("{}()[]").find(text[0]) != std::string_view::npos;
}

// Where the block that a line heads ends: at the next line that is not indented deeper.
std::size_t LenientPlacer::end_of_block(std::size_t head)
{
    static constexpr std::size_t most_lines = 50'000'000; // about a tenth of a second
    const std::size_t margin = indentation_of(file[head].text).size();
    std::size_t number = head + 1;
    for (; number < file.size(); ++number) {
        const std::string_view text = file[number].text;
        if (!trimmed(text).empty() && indentation_of(text).size() <= margin && !is_bracket(trimmed(text)))
            break;
    }
    lines_seen += number - head;
    if (lines_seen > most_lines)
        throw ToolError(Code::too_large,
            "cannot find the places of the hunks: too many lines are like those that '@@' names",
            "name lines that are there only once");
    return number;
}

const std::vector<std::size_t>& LenientPlacer::lines_like(std::string_view anchor)
{
    const auto& lines = folded(Folding::typography).file;
    if (lines_by_text.empty())
        for (std::size_t number = 0; number < lines.size(); ++number)
            lines_by_text[lines[number].text].push_back(number);
    return lines_by_text[new_texts.emplace_back(with_plain_typography(trimmed(anchor)))];
}

// The blocks that the hunk's anchors lead to, one within the other.
LenientPlacer::Scopes LenientPlacer::scopes(const Hunk& hunk)
{
    Scopes scopes {{0, file.size()}};
    for (const std::string_view anchor : hunk.anchors) {
        Scopes inner;
        const auto& heads = lines_like(anchor);
        for (const auto& scope : scopes) {
            auto head = std::lower_bound(heads.begin(), heads.end(), scope.begin);
            for (; head != heads.end() && *head < scope.end && inner.size() < most_places; ++head)
                inner.push_back({*head, std::min(end_of_block(*head), scope.end)});
        }
        scopes = std::move(inner);
    }
    return scopes;
}

static std::vector<std::size_t> narrowed(const Hunk& hunk, std::vector<std::size_t> places)
{
    const auto stated = stated_before(hunk);
    if (stated && std::find(places.begin(), places.end(), *stated) != places.end())
        return {*stated};
    return places;
}

bool LenientPlacer::outcome_stands(Folded& level, std::size_t index, const Scopes& within) const
{
    const Hunk& hunk = level.hunks[index];
    const bool has_both_sides
        = hunk.lines.front().mark == Mark::context && hunk.lines.back().mark == Mark::context;
    if (count_lines(hunk, Mark::added) == 0 && !has_both_sides)
        return false;
    return find(level, new_side(hunk), within).size() == 1;
}

Placement LenientPlacer::place_in_scope(std::size_t index, const Scopes& within)
{
    Placement placement {{}, {}};
    for (const Folding folding : foldings) {
        Folded& level = folded(folding);
        const Hunk& hunk = level.hunks[index];
        placement.folding = folding;
        placement.places = narrowed(hunk, find(level, old_side(hunk), within));
        if (placement.is_found())
            placement.looks_applied
                = adds_what_is_there(*level.finder, hunk, placement.line(), stated_before(hunk))
                || (stated_before(hunk) != placement.line() && stands_where_stated(*level.finder, hunk));
        else if (placement.places.empty())
            placement.looks_applied = outcome_stands(level, index, within);
        if (placement.looks_applied || !placement.places.empty())
            break;
    }
    return placement;
}

// Blocks are guessed from indentation: what is not in the anchor's may still be behind it. And the end of the
// file may have been meant not so exactly.
Placement LenientPlacer::place_beyond(std::size_t index, const Scopes& within)
{
    Placement placement {{}, {}};
    for (const Folding folding : foldings) {
        Folded& level = folded(folding);
        Side side = old_side(level.hunks[index]);
        side.is_at_end = speaks_of_missing_newline(hunks[index]);
        placement.folding = folding;
        placement.places = narrowed(hunks[index], find(level, side, {{within.front().begin, file.size()}}));
        if (!placement.places.empty())
            break;
    }
    return placement;
}

// New lines alone go behind the line that is named above them, or to the end where they say that they are
// there.
Placement LenientPlacer::place_additions(const Hunk& hunk)
{
    Placement placement {{}, {}};
    if (hunk.ends_file || file.empty())
        placement.places = {file.size()};
    else if (!hunk.anchors.empty())
        for (const auto& scope : scopes(hunk))
            placement.places.push_back(scope.begin + 1);
    else if (const auto stated = stated_before(hunk); stated && *stated <= file.size())
        placement.places = {*stated};
    if (placement.is_found())
        placement.looks_applied
            = adds_what_is_there(*folded(Folding::none).finder, hunk, placement.line(), placement.stated);
    return placement;
}

Placement LenientPlacer::place(std::size_t index)
{
    const Hunk& hunk = hunks[index];
    const std::size_t size = old_side(hunk).lines.size();
    Placement placement;
    if (size == 0)
        placement = place_additions(hunk);
    else {
        Scopes within = scopes(hunk);
        if (within.empty())
            within = {{0, file.size()}};
        placement = place_in_scope(index, within);
        if (placement.places.empty() && !placement.looks_applied && (!hunk.anchors.empty() || hunk.ends_file))
            placement = place_beyond(index, within);
    }
    if (placement.is_found())
        taken.take(placement.line(), size);
    return placement;
}

std::optional<Hunk> LenientPlacer::fitted(std::size_t index, const Placement& placement)
{
    Hunk hunk = hunks[index];
    if (placement.folding < Folding::indentation)
        return hunk;
    const Side before = old_side(hunk);
    const auto begin = file.begin() + static_cast<std::ptrdiff_t>(placement.line());
    const std::vector<Line> there(begin, begin + static_cast<std::ptrdiff_t>(before.lines.size()));
    const Side after = new_side(hunk);
    const Reindentation reindentation({before.lines, there, after.lines, file});
    for (auto& line : hunk.lines) {
        const std::string_view text = line.line.text;
        if (line.mark != Mark::added || trimmed(text).empty())
            continue;
        const auto indentation = reindentation.of(indentation_of(text));
        if (!indentation)
            return {};
        line.line.text
            = new_texts.emplace_back(*indentation + std::string(text.substr(indentation_of(text).size())));
    }
    return hunk;
}
