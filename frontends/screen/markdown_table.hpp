#pragma once

#include "frontends/screen/markdown_lines.hpp"

#include <cmark-gfm.h>

namespace frontends::screen {

// A table with its columns side by side; lines `header: value` if it is wider than the terminal.
// Nothing if it has more than 200 rows, or does not show all letters of its source: a row may have
// more cells than the header.
Lines table_lines(cmark_node* node, std::string_view source, const Layout& layout);

}
