#pragma once

#include <set>
#include <string>
#include <string_view>

namespace toolkit::match {

// What a writer takes plain characters of a file for. One who sends `”` for each `"` that the file
// has means `"` by a `”` in new text, too.
class MisreadTypography {
public:
    // Learns from a text as it was written and the same text in the file; both have the same plain
    // form (see folding.hpp), LF for CRLF.
    void learn(std::string_view written, std::string_view there);

    // The text with plain characters for those typographic ones that stood for nothing else.
    std::string corrected(std::string_view text) const;

private:
    std::set<std::string_view> misread; // of typographic_characters()
    std::set<std::string_view> meant;
};

}
