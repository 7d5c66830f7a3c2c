#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::agents {

// Where a quote is said to stand: lines from 1, the last one included.
struct LineRange {
    std::int64_t first = 0;
    std::int64_t last = 0;

    bool operator==(const LineRange&) const = default;
};

inline constexpr std::int64_t max_lines_of_evidence = 200;

// What the text of a file says about a quote.
struct QuoteCheck {
    std::string why = {}; // the quote does not stand; empty if it does
    LineRange lines = {}; // where it stands
    bool has_moved = false; // not where it was said to be, and once in the whole file
};

// Is the quote within these lines, byte for byte, apart from whitespace at the ends of lines?
// Otherwise its only place in the file is the answer, if it has exactly one. Takes a time that
// grows with the size of the text.
QuoteCheck check_quote(std::string_view text, LineRange said, std::string_view quote);

// Texts in which paths have appeared. A path is found if no character stands directly before or
// after it that would make it a part of another path.
class SeenTexts {
public:
    // JSON: all of its texts, and names of members; anything else as it is.
    void add(std::string_view text);

    bool names(std::string_view path) const;

private:
    std::vector<std::string> texts;
};

}
