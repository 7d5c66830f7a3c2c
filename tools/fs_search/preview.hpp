#pragma once

#include <cstddef>
#include <string_view>

namespace fs_search {

struct Preview {
    std::string_view text; // a part of the line
    bool is_clipped;
};

// At most 300 bytes of `line` that hold the byte at `position`, and some of what stands before it.
// A cut never splits a UTF-8 character.
Preview preview_around(std::string_view line, std::size_t position);

}
