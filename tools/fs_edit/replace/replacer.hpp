#pragma once

#include "replacement.hpp"
#include "toolkit/match/line_finder.hpp"

#include <map>
#include <string>
#include <string_view>
#include <tuple>

namespace fs_edit::replace {

using namespace toolkit;

// What a replacement depends on beside its match: the lines in which that stands, or how those
// around them are indented, too.
enum class Depends { on_nothing, on_lines, on_surroundings };

// Replaces many matches of a text. Those that stand in equal lines are replaced alike, so that the
// work is done once.
class Replacer {
public:
    using Replace = Replaced (*)(const Change& change, match::Match match);

    Replacer(const Change& change, Replace function, Depends depends)
        : change(change)
        , function(function)
        , depends(depends)
    {
    }

    // Throws TOO_LARGE if too many matches stand in lines that differ.
    Replaced replace(match::Match match);

private:
    struct Place {
        std::size_t offset; // of the match in its lines
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
        std::size_t begin; // of the match that it has been made for
    };

    Place place_of(match::Match match) const;
    void spend();

    const Change& change;
    Replace function;
    Depends depends;
    std::map<Place, Known> known;
    match::Budget budget {500'000'000, // a second or two
        ToolError(Code::too_large,
            "cannot replace all places: too many of them stand in lines that differ",
            "send a longer text, or change the file with exec")};
};

}
