#pragma once

#include "finder.hpp"
#include "headings.hpp"
#include "taken_lines.hpp"
#include "trace.hpp"

#include <optional>
#include <string>
#include <vector>

namespace apply_patch::place {

// Where one hunk belongs in the file as it is.
struct Placement {
    // At most one place: found; none: its lines stand nowhere; more: ambiguous. Lines from 0.
    std::vector<std::size_t> places;
    std::optional<std::size_t> stated; // where its @@ line says, from 0
    Trace trace = {}; // of its outcome
    Folding folding = Folding::none; // what its lines were found without
    bool is_beyond = false; // they stand behind the block that its '@@' names
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

}
