#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::agents {

// The claimed position of a quote: 1-based lines, the last one included.
struct LineRange {
    std::int64_t first = 0;
    std::int64_t last = 0;

    bool operator==(const LineRange&) const = default;
};

inline constexpr std::int64_t max_lines_of_evidence = 200;

// The result of looking for a quote in a file.
struct QuoteCheck {
    std::string why = {}; // the reason why the quote is not confirmed; empty if it is
    LineRange lines = {}; // its position
    bool has_moved = false; // found elsewhere, exactly once in the file
};

// Checks whether the quote is within these lines, byte for byte, apart from whitespace at the ends
// of lines. Otherwise accepts its only occurrence in the file, if there is exactly one. Takes time
// linear in the size of the text.
QuoteCheck check_quote(std::string_view text, LineRange said, std::string_view quote);

// Texts in which paths were seen. A path is found unless the characters before or after it make it
// a part of another path.
class SeenTexts {
public:
    // Adds a text. If it is JSON, adds all of its strings and member names; otherwise the text
    // itself.
    void add(std::string_view text);

    bool names(std::string_view path) const;

private:
    std::vector<std::string> texts;
};

}
