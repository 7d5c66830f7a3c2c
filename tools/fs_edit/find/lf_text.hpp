#pragma once

#include "match.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fs_edit::find {

// A text with LF in place of CRLF, and the way back.
class PlainEnds {
public:
    // `original` must outlive it.
    explicit PlainEnds(std::string_view original);

    std::string_view text() const { return removed.empty() ? original : std::string_view(copy); }

    // The same bytes in the original. What begins at a line break begins before its CR.
    Match in_original(Match match) const;

private:
    std::size_t in_original(std::size_t offset) const;

    std::string_view original;
    std::string copy;
    std::vector<std::size_t> removed; // where in the copy a CR is missing, in front of that byte
};

}
