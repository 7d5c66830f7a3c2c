#pragma once

namespace fs_search {

// The text of FileFindings has lines that end with "\n" as JSON writes it: the number of the line,
// a letter for its kind, and what it holds. ':' and '-' are those of the answer; a text with any
// other letter is not final.
struct LineKind {
    bool is_match = true; // else a line around one
    bool is_encoded = false; // in base64, since it is not UTF-8
    bool is_clipped = false; // a part of it is left out, or of the match after it

    constexpr char letter() const
    {
        if (!is_encoded && !is_clipped)
            return is_match ? ':' : '-';
        const char letter = is_encoded ? (is_clipped ? 'C' : 'B') : 'A';
        return is_match ? letter : static_cast<char>(letter - 'A' + 'a');
    }

    static constexpr LineKind of(char letter)
    {
        const bool is_match = letter == ':' || (letter >= 'A' && letter <= 'C');
        const char upper = is_match ? letter : static_cast<char>(letter - 'a' + 'A');
        return {is_match, upper == 'B' || upper == 'C', upper == 'A' || upper == 'C'};
    }
};

}
