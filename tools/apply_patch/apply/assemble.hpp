#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace apply_patch::apply {

using namespace toolkit;

// A hunk and where it goes: the line of the file from 0, at which the lines of its old side stand.
struct PlacedHunk {
    const read::Hunk* hunk;
    std::size_t line;
    std::size_t size; // of its old side
};

// What the hunks of one patch say about line ends where none of their own lines can: true where the
// patch has CRLF in some lines and not in its headers, so that its ends are meant.
bool means_its_ends(const std::vector<read::Hunk>& hunks);

enum class EndsWithoutContext { as_written, as_neighbours };

// `text` with the hunks put in; `file` is its lines. No hunk may reach into another.
std::string assemble(std::string_view text, const std::vector<text::Line>& file,
    std::vector<PlacedHunk> hunks, EndsWithoutContext ends);

}
