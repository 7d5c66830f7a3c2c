#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace agent::redaction {

struct TextBlock {
    std::size_t after; // its last line
    bool is_open; // it could continue after the end of the text
    std::size_t after_head = 0; // the line of the "|"
};

// Which lines a block may have: with `words`, one that has two words is none.
enum class BlockLines { any, words };

// The block of YAML whose "|" or ">" is at `at`: this line, and the lines after it that are
// indented as the first of them is. Nothing if none is there. Newlines may be escaped, as in JSON.
std::optional<TextBlock> block_at(
    std::string_view text, std::size_t at, BlockLines lines = BlockLines::any);

}
