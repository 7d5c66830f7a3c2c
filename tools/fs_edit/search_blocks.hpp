#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fs_edit {

// An edit in the notation of Aider, Cline and Roo: the lines between "<<<<<<< SEARCH" (or "-------
// SEARCH") and "=======", and the lines from there to ">>>>>>> REPLACE" (or "+++++++ REPLACE"),
// with their newlines.
struct SearchBlock {
    std::string old_text;
    std::string new_text;
};

// Returns true if a line of the text begins such a block.
bool has_search_block(std::string_view text);

// Returns all blocks of a text in their order. The text around them may contain empty lines, code
// fences and a line that equals `path`. After a SEARCH line, Roo's ":start_line:" lines and its
// "-------" are skipped. Throws BAD_REQUEST for any other line between blocks, for an incomplete
// block, and for a block with two dividers, which could be read in two ways.
std::vector<SearchBlock> parse_search_blocks(std::string_view text, std::string_view path);

}
