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

// The lines of a file on which a hunk would be placed: all of its old side, and in them the lines
// from its first change to its last. Of a hunk that only adds, those are an empty range. A hunk
// without a change needs all of its lines.
struct HunkLines {
    HunkLines(const read::Hunk& hunk, std::size_t place);

    std::size_t begin, end;
    std::size_t change_begin, change_end;
};

// The lines of a file that hunks have been placed on.
class TakenLines {
public:
    // Two hunks may share the context between their changes, and nothing else. Nothing can be put
    // into the midst of a hunk either; beside it, it can.
    bool is_free(const HunkLines& lines) const;

    void take(const HunkLines& lines) { taken.emplace(lines.change_begin, lines); }

private:
    std::multimap<std::size_t, HunkLines> taken; // by where the change begins
};

// Where one hunk belongs in the file as it is.
struct Placement {
    // At most one place: found; none: its lines stand nowhere; more: ambiguous. Lines from 0.
    std::vector<std::size_t> places;
    std::optional<std::size_t> stated; // where its @@ line says, from 0
    Trace trace = {}; // of its outcome
    Folding folding = Folding::none; // what its lines were found without
    bool is_beyond = false; // they stand after the block that its '@@' names
    std::size_t scope = 0; // where that begins
    std::string problem = {}; // why the line that its '@@' names was not found, and what would do
    std::string hint = {};

    bool is_found() const { return places.size() == 1; }
    bool is_applied() const { return trace.is_certain; }
    bool is_open() const { return is_found() && !trace.line; }
    std::size_t line() const { return places.front(); }
};

// Where a hunk would begin by its @@ line, from 0; before and after the change.
std::optional<std::size_t> stated_before(const read::Hunk& hunk);
std::optional<std::size_t> stated_after(const read::Hunk& hunk);

// True if a hunk belongs to the beginning of the file, as git has it: its '@@' line says line 1 and
// names no line above it, and it has context, but none before its first change.
bool is_bound_to_beginning(const read::Hunk& hunk);

// Where new lines alone may go in a file of so many lines by their @@ line, if the hunks before it
// add `growth` lines: more than one place if its two positions are not the same, one off, or if it
// counts lines that it does not show.
std::vector<std::size_t> places_of_additions(
    const read::Hunk& hunk, std::ptrdiff_t growth, std::size_t lines);

// By how many lines the file grows, as the @@ line says.
std::ptrdiff_t stated_growth(const read::Hunk& hunk);

// Places the hunks of one file one after another, none over the change of another: at the stated
// line, or at one single other place. A hunk without context belongs at the stated line or nowhere.
// Where earlier hunks had moved, a hunk that fits both at its line and as far off as those is
// ambiguous. One that is bound to the beginning of the file fits nowhere else, and so does
// one whose '@@' line has wrong counts if its line is wrong, too.
class Placer {
public:
    explicit Placer(Finder& finder)
        : finder(finder)
    {
    }

    Placement place(const read::Hunk& hunk);

private:
    std::vector<std::size_t> candidates(
        const read::Hunk& hunk, const read::Side& side, std::optional<std::size_t> stated);
    bool is_below_heading(const read::Hunk& hunk, std::size_t place);

    Finder& finder;
    std::optional<Headings> headings;
    TakenLines taken;
    std::size_t end_of_last = 0; // of its change
    std::ptrdiff_t drift = 0; // of the last hunk from its stated line
    std::ptrdiff_t growth = 0; // of the file, as the hunks before say
};

// The hunks of the "*** Begin Patch" form without the empty lines of context that they show after
// the last line of the file: the end of a text looks like one. So only if the hunk with these lines
// is nowhere in the file, nor its outcome, and without them one of the two is at its end. Such a
// hunk then ends the file. Throws TOO_LARGE as Finder does.
std::vector<read::Hunk> without_lines_after_the_end(
    const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks);

}
