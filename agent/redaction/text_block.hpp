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
    std::string quote = {}; // what goes around "[redacted]"

    friend bool operator<(const SecretSpan& left, const SecretSpan& right)
    {
        return std::tuple(left.first, left.quote.empty(), left.after)
            < std::tuple(right.first, right.quote.empty(), right.after);
    }
};

// The available part of a text that comes in pieces. Places are counted from the beginning of the
// text.
struct TextWindow {
    std::string_view text;
    std::size_t base; // where it begins
    bool is_last; // it goes to the end of the text

    std::size_t end() const { return base + text.size(); }
    std::string_view from(std::size_t place) const { return text.substr(place - base); }
    std::string_view between(std::size_t first, std::size_t after) const
    {
        return text.substr(first - base, after - first);
    }
};

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
