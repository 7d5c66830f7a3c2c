#pragma once

#include "frontends/screen/markdown_lines.hpp"

#include <cmark-gfm.h>

#include <string_view>

namespace frontends::screen {

// Returns the lines of a table of cmark-gfm, each narrower than the layout. Columns have the width
// of their longest cell if all fit. Otherwise each is at least as wide as its longest word (at most
// 12, but a number is never broken), shares the rest in proportion to its text, and its cells are
// wrapped, with an empty row between the rows. If a row would need more than 8 lines, each cell
// becomes a line "header: value".
//
// Returns no lines if the table has more than 200 rows, or would not show all letters of `source`
// (a row may have more cells than the header), or is too wide and has no rows.
Lines table_lines(cmark_node* node, std::string_view source, const Layout& layout);

}
