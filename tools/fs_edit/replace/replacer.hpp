#pragma once

#include "replacement.hpp"
#include "toolkit/match/line_finder.hpp"

#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace fs_edit::replace {

using namespace toolkit;

// What a replacement depends on in addition to its match: nothing, the lines that contain the
// match, or also the indentation of the lines around them.
enum class Depends { on_nothing, on_lines, on_surroundings };

// Replaces many matches in a text. Matches in equal lines get the same replacement, which is
// computed once.
class Replacer {
public:
    using Replace = Replaced (*)(const Change& change, match::Match match);

    Replacer(const Change& change, Replace function, Depends depends)
        : change(change)
        , function(function)
        , depends(depends)
    {
    }

    // Returns the replacement, or the doubt about it. Throws TOO_LARGE if too many matches are in
    // lines that differ.
    Replaced replace(match::Match match);

private:
    struct Place {
        std::size_t offset; // offset of the match in its lines
        std::size_t size;
        text::LineEnd around;
        std::string_view lines;
        bool operator<(const Place& other) const
        {
            return std::tie(offset, size, around, lines)
                < std::tie(other.offset, other.size, other.around, other.lines);
        }
    };

    struct Known {
        Replaced replaced;
        std::size_t begin; // start of the match for which it was computed
    };

    Place place_of(match::Match match) const;
    void spend();

    const Change& change;
    Replace function;
    Depends depends;
    std::map<Place, Known> known;
    match::Budget budget {500'000'000, // 1 to 2 seconds
        ToolError(Code::too_large,
            "cannot replace all places: too many of them are in lines that differ",
            "send a longer text, or change the file with exec")};
};

}
