#pragma once

#include "frontends/screen/line.hpp"

#include <cmark-gfm.h>

namespace frontends::screen {

// The inlines of a block; a hard break begins another line. A link is its label and, in
// parentheses, its address in full; so is an image.
Lines inline_lines(cmark_node* block, Style style, const Palette& palette);

}
