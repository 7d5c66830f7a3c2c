#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>

namespace apply_patch::place {

// The lines of a file that hunks have been placed on.
class TakenLines {
public:
    // Nothing can be put into the midst of a hunk either; beside it, it can.
    bool is_free(std::size_t begin, std::size_t size) const
    {
        // The last hunk that begins before ours ends: only that one can reach into ours.
        const auto after = taken.lower_bound(size == 0 ? begin : begin + size);
        return after == taken.begin() || std::prev(after)->second <= begin;
    }

    void take(std::size_t begin, std::size_t size)
    {
        auto& end = taken[begin];
        end = std::max(end, begin + size);
    }

private:
    std::map<std::size_t, std::size_t> taken; // begin to end
};

}
