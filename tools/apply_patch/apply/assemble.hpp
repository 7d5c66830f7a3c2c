#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace apply_patch::apply {

using namespace toolkit;

// A hunk with its place: the line of the file (0-based) at which its old side begins.
struct PlacedHunk {
    const read::Hunk* hunk;
    std::size_t line;
    std::size_t size; // number of lines of its old side
};

// Returns true if the newlines of the patch are intended although its hunks have no line to
// compare: some lines end with CRLF, and the headers do not.
bool means_its_ends(const std::vector<read::Hunk>& hunks);

enum class EndsWithoutContext { as_written, as_neighbours };

// Returns `text` with the hunks applied. `file` has its lines. The hunks must not overlap.
std::string assemble(std::string_view text, const std::vector<text::Line>& file,
    std::vector<PlacedHunk> hunks, EndsWithoutContext ends);

}
