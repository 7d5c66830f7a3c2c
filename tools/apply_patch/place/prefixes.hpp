#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace apply_patch::place {

// A set of texts that lines may begin with. Looking at a line takes the logarithm of their number.
class Prefixes {
public:
    // The viewed texts must outlive the object. Empty ones are left out.
    explicit Prefixes(std::vector<std::string_view> wanted);

    // Calls found(text) for each of the texts that the line begins with.
    template<class Found>
    void find(std::string_view line, Found found) const
    {
        auto at = static_cast<std::size_t>(
            std::upper_bound(texts.begin(), texts.end(), line) - texts.begin());
        for (; at > 0; at = shorter[at - 1])
            if (line.starts_with(texts[at - 1]))
                found(texts[at - 1]);
    }

private:
    std::vector<std::string_view> texts; // sorted
    std::vector<std::size_t> shorter; // for each, the longest that it begins with, from 1; 0: none
};

}
