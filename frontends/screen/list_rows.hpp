#pragma once

#include "frontends/screen/line.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::screen {

// Draws lists of which the operator chooses a row.

inline constexpr std::size_t max_list_rows = 8;

// A row of a list, column by column.
struct ListRow {
    SafeText action; // before the cells; empty: none
    std::vector<SafeText> cells;
    SafeText note; // after the cells
    bool warns = false; // the note is a warning
};

struct ListLayout {
    std::size_t name = 0; // index of the cell that is shortened first
    bool is_path = false; // it loses its beginning instead of its end
    bool spreads = false; // the cells after it are at the right edge
    std::string letters = {}; // words whose letters are bold
    bool is_fuzzy = false; // these letters are bold in the first cell, wherever they are
    std::size_t kept = 0; // index of the only cell that is shown below 40 columns
    std::size_t chosen = 0; // index of the reverse row
    std::size_t first = 0; // index of the first row that is drawn
    std::size_t count = max_list_rows; // number of rows that are drawn
};

// Returns lines of less than `columns` columns for the drawn ones of `rows`. The columns are as
// wide as the widest row needs, so that they do not change while the list scrolls. Below 40 columns
// only the action and the kept cell are shown.
Lines list_lines(const std::vector<const ListRow*>& rows, const ListLayout& layout,
    std::size_t columns, const Palette& palette);

// Returns the index of the first row to show, so that the chosen one is among the `count` rows.
std::size_t first_shown(std::size_t chosen, std::size_t count);

// Returns which bytes of a name have the letters in their order, in either case: in a row in its
// last part, or in a row, or in its last part, or anywhere.
std::vector<bool> matched_bytes(std::string_view name, std::string_view letters);

// Returns true if each word of `letters` occurs in one of the cells; ASCII letters match in either
// case.
bool has_words(const ListRow& row, std::string_view letters);

// Return a text shortened to `columns`, with "…" for the missing end, or for the missing beginning:
// from a "/" on if that fits.
SafeText without_end(const SafeText& text, std::size_t columns);
SafeText without_beginning(const SafeText& path, std::size_t columns);

}
