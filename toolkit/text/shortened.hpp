#pragma once

#include "toolkit/text/text.hpp"

#include <cstddef>
#include <string>

namespace toolkit::text {

// At most `most` bytes and an ellipsis, cut between characters of UTF-8; as it is if it has no
// more.
inline std::string shortened(const std::string& text, std::size_t most)
{
    return text.size() <= most ? text : text.substr(0, utf8_boundary(text, most)) + "…";
}

}
