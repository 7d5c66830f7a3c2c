#pragma once

#include "anchors.hpp"
#include "finder.hpp"
#include "tools/apply_patch/read/patch.hpp"
#include "trace.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// The lines of a file on which a hunk would be placed: its whole old side, and in it the range from
// its first change to its last. That range is empty for a hunk that only adds lines. It is the
// whole old side if the hunk has no change.
struct HunkLines {
    HunkLines(const read::Hunk& hunk, std::size_t place);

    std::size_t begin, end;
    std::size_t change_begin, change_end;
};

// The lines of a file that placed hunks occupy.
class ClaimedLines {
public:
    // Returns true if a hunk can be placed on these lines. Two hunks may share the context between
    // their changes, and nothing else. A hunk without old lines cannot go inside the lines of
    // another hunk, only next to them.
    bool is_free(const HunkLines& lines) const;

    void take(const HunkLines& lines) { taken.emplace(lines.change_begin, lines); }

private:
    std::multimap<std::size_t, HunkLines> taken; // by the first line of the change
};

// The place of one hunk in the unchanged file.
struct Placement {
    // One place: found. Several: ambiguous. Otherwise the hunk fits nowhere. Lines are 0-based.
    std::vector<std::size_t> places;
    std::optional<std::size_t> stated; // by its '@@' line, 0-based
    EarlierApplication trace = {}; // whether the result of the hunk is already in the file
    MatchLevel level = MatchLevel::exact; // the level at which its lines were found
    bool is_outside_scope = false; // they are after the block that its '@@' names
    std::size_t scope = 0; // first line of that block, 0-based
    // The reason why its anchor or its '@@' line is refused, and how to correct it.
    std::string problem = {};
    std::string hint = {};

    bool is_found() const { return places.size() == 1; }
    bool is_applied() const { return trace.is_certain; }
    bool is_open() const { return is_found() && !trace.line; }
    std::size_t line() const { return places.front(); }
};

// Returns the line at which a hunk begins according to its '@@' line, 0-based, before or after the
// change. Returns nullopt if the '@@' line has no line numbers.
std::optional<std::size_t> stated_before(const read::Hunk& hunk);
std::optional<std::size_t> stated_after(const read::Hunk& hunk);

// Returns true if a hunk belongs at the beginning of the file, as git defines it: its '@@' line
// says line 1 and names no anchor, and the hunk has context but begins with a change.
bool is_bound_to_beginning(const read::Hunk& hunk);

// Returns the places of a hunk that only adds lines, according to its '@@' line, in a file of
// `lines` lines. The hunk must have a stated range. `growth` is the number of lines that the
// earlier hunks add. There are two places if the '@@' line counts old lines that the hunk does not
// show, or if its old start is not 0 and the two starts differ by exactly `growth`: git would then
// state the line before the addition, other writers the line of it.
std::vector<std::size_t> places_of_additions(
    const read::Hunk& hunk, std::ptrdiff_t growth, std::size_t lines);

// Returns by how many lines the file grows according to the '@@' line; 0 if it has no numbers.
std::ptrdiff_t stated_growth(const read::Hunk& hunk);

// Places the hunks of one file one after another, never over the change of another hunk: at the
// stated line, or else at the only other place that fits. A hunk without context fits only at its
// stated line. If earlier hunks were placed at a distance from their stated lines, a hunk that fits
// both at its stated line and at that distance from it is ambiguous. A hunk that is bound to the
// beginning of the file fits nowhere else. A hunk whose '@@' line has wrong counts must be at its
// stated line.
class Placer {
public:
    explicit Placer(Finder& finder)
        : finder(finder)
    {
    }

    // Places the next hunk.
    Placement place(const read::Hunk& hunk);

private:
    std::vector<std::size_t> candidates(
        const read::Hunk& hunk, const read::Side& side, std::optional<std::size_t> stated);
    bool is_below_heading(const read::Hunk& hunk, std::size_t place);

    Finder& finder;
    std::optional<Headings> headings;
    ClaimedLines taken;
    std::size_t end_of_last = 0; // the end of the last hunk's change
    std::ptrdiff_t drift = 0; // distance of the last hunk from its stated line
    std::ptrdiff_t growth = 0; // lines that the earlier hunks add, according to their '@@' lines
};

// Returns the hunks of the "*** Begin Patch" form, the last one without the empty context lines
// that it shows after the last line of the file: a writer may mistake the final newline for an
// empty line. The lines are dropped only if neither the hunk with these lines nor its result is in
// the file, and the shorter hunk or its result is at the end of the file. The shorter hunk then
// fits only at the end. Throws TOO_LARGE like Finder.
std::vector<read::Hunk> without_lines_after_the_end(
    const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks);

}
