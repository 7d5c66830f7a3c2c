#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace apply_patch::place {

// What the added lines of a hunk are compared with: the lines of the file, or those that were
// written in their place.
enum Reading { in_file, as_written };

// A line of a hunk that has more than whitespace.
struct Row {
    read::Mark mark;
    std::string_view text; // without its indentation
    std::array<std::string_view, 2>
        indentation; // of each reading; of an added line the same in both
    bool
        is_inner; // is it deeper than a row above it with its mark, up to the next line of context?

    std::string_view written() const { return indentation[Reading::as_written]; }

    bool is_below(const Row& head, Reading reading) const
    {
        const std::string_view outer = head.indentation.at(reading);
        return indentation.at(reading).size() > outer.size()
            && indentation.at(reading).starts_with(outer);
    }
};

// Are added lines that are removed ones, changed at their end, as deep as before? Only those count
// that are no other line, and that are not within others, which may be new or gone.
bool keeps_depths(const std::vector<Row>& rows, Reading reading);

}
