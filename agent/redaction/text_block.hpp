#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace agent::redaction {

// The place of a secret in a text.
struct SecretSpan {
    std::size_t first;
    std::size_t after;
    std::string quote = {}; // put around "[redacted]"

    friend bool operator<(const SecretSpan& left, const SecretSpan& right)
    {
        return std::tuple(left.first, left.quote.empty(), left.after)
            < std::tuple(right.first, right.quote.empty(), right.after);
    }
};

// The available part of a text that comes in pieces. Positions are counted from the beginning of
// the whole text.
struct TextWindow {
    std::string_view text;
    std::size_t base; // its position in the whole text
    bool is_last; // it reaches the end of the whole text

    std::size_t end() const { return base + text.size(); }
    std::string_view from(std::size_t place) const { return text.substr(place - base); }
    std::string_view between(std::size_t first, std::size_t after) const
    {
        return text.substr(first - base, after - first);
    }
};

struct TextBlock {
    std::size_t after; // the position after its last line
    bool is_open; // it could continue after the end of the text
    std::size_t after_head = 0; // the position after the line of the "|"
};

// The lines that a block may have. With `words`, each must be a single word.
enum class BlockLines { any, words };

// Returns the block of YAML whose "|" or ">" is at `at`: this line, and the lines after it that are
// indented like the first of them. Returns nullopt if there is none. Newlines may be escaped, as in
// JSON.
std::optional<TextBlock> block_at(
    std::string_view text, std::size_t at, BlockLines lines = BlockLines::any);

}
