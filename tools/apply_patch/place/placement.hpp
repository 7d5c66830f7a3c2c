#pragma once

#include "finder.hpp"
#include "folded_line.hpp"
#include "taken_lines.hpp"

#include <optional>
#include <string>
#include <vector>

// Where one hunk belongs in the file as it is.
struct Placement {
    // At most one place: found; none: its lines stand nowhere; more: ambiguous. Lines from 0.
    std::vector<std::size_t> places;
    std::optional<std::size_t> stated; // where its @@ line says, from 0
    bool looks_applied = false; // what it adds seems to stand there already
    Folding folding = Folding::none; // what its lines were found without
    bool is_beyond = false; // they stand behind the block that its '@@' names
    std::size_t scope = 0; // where that begins
    std::string problem = {}; // why the line that its '@@' names was not found, and what would do
    std::string hint = {};

    bool is_found() const { return places.size() == 1; }
    std::size_t line() const { return places.front(); }
};

// Where a hunk would begin by its @@ line, from 0; before and after the change.
std::optional<std::size_t> stated_before(const Hunk& hunk);
std::optional<std::size_t> stated_after(const Hunk& hunk);

// Places the hunks of one file one after another, none over another: at the stated line, or at one single
// other place. A hunk without context belongs at the stated line or nowhere. Where earlier hunks had moved, a
// hunk that fits both at its line and as far off as those is ambiguous.
class Placer {
public:
    explicit Placer(Finder& finder)
        : finder(finder)
    {
    }

    Placement place(const Hunk& hunk);

private:
    std::vector<std::size_t> candidates(
        const Hunk& hunk, const Side& side, std::optional<std::size_t> stated);
    Finder& finder;
    TakenLines taken;
    std::size_t end_of_last = 0;
    std::ptrdiff_t drift = 0; // of the last hunk from its stated line
};

// Does what a hunk adds at its place stand there already? Only where that says more than the place itself:
// git lets a hunk that ends without context apply at the end of a file only; models end hunks so anywhere,
// and send them twice.
bool adds_what_is_there(
    const Finder& finder, const Hunk& hunk, std::size_t place, std::optional<std::size_t> stated);

// Does the hunk's outcome stand where its @@ line says, be it that its old lines stand elsewhere too?
bool stands_where_stated(const Finder& finder, const Hunk& hunk);

// Is the hunk's outcome in the file already: at its stated line, or, where it adds lines under context, at
// one single other place?
bool is_applied(Finder& finder, const Hunk& hunk);
