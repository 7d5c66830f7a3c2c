#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fs_edit {

// An edit as Aider, Cline and Roo write it: the lines between "<<<<<<< SEARCH" (or
// "------- SEARCH") and "=======", and those between that and ">>>>>>> REPLACE" (or
// "+++++++ REPLACE"), with their newlines.
struct SearchBlock {
    std::string old_text;
    std::string new_text;
};

// Is there a line that begins such a block?
bool has_search_block(std::string_view text);

// All blocks of a text, in their order. Around them may be empty lines, code fences and a line that
// is `path`; after a SEARCH line Roo's ":start_line:" lines and its "-------", which say nothing
// that the text does not. Throws BAD_REQUEST for other lines between blocks, for a block that is
// not complete, and for one with two dividers, which could be read in two ways.
std::vector<SearchBlock> parse_search_blocks(std::string_view text, std::string_view path);

}
