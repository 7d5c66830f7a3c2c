#pragma once

#include "finder.hpp"
#include "tools/fs_search/regex/rarity.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

namespace fs_search::text {

// Finds the first of several texts, which must not be empty or contain a newline. Threads may
// share a finder.
class TextFinder {
public:
    explicit TextFinder(
        const regex::Texts& texts, Instructions instructions = Instructions::fastest);

    // Returns an offset, at least `from`, on the first line that contains one of the texts, or
    // npos. For a single text, the offset where it begins.
    std::size_t find(std::string_view text, std::size_t from) const;

private:
    std::unique_ptr<const Finder> finder;
};

}
