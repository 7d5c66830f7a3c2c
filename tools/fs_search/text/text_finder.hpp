#pragma once

#include "finder.hpp"
#include "tools/fs_search/regex/rarity.hpp"

#include <cstddef>
#include <memory>
#include <string_view>

namespace fs_search::text {

// Finds the first of some texts, none of which is empty or contains a newline. Threads may share an
// object.
class TextFinder {
public:
    explicit TextFinder(
        const regex::Texts& texts, Instructions instructions = Instructions::fastest);

    // A place on the first line from `from` on that holds one of the texts, or npos. Of a single
    // text, the place where it begins.
    std::size_t find(std::string_view text, std::size_t from) const;

private:
    std::unique_ptr<const Finder> finder;
};

}
