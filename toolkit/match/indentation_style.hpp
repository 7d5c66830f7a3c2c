#pragma once

#include "toolkit/match/reindentation.hpp"

#include <vector>

namespace toolkit::match {

// How a text that replaces lines of a file is indented: as the file is, or as its writer indented
// the lines to be replaced, which differ from those of the file. `unclear` if it may be either.
enum class IndentationStyle { file, writer, unclear };

// Judges the example's `more`, which replaces its `written`. Lines that are shared decide; if there
// are none, the smallest indentation does. An answer other than `unclear` contradicts none of them.
IndentationStyle indentation_style(const IndentationExample& example);

}
