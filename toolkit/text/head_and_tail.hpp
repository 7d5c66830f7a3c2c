#pragma once

#include <cstddef>
#include <string_view>

namespace toolkit::text {

// Where to cut a long text of which the beginning and the end are shown: between lines if one ends
// in the half that is nearer to the cut, otherwise between characters of UTF-8. Bytes that are not
// UTF-8 are cut anywhere.

// Where to end what begins the text and has room for `max` bytes.
std::size_t end_of_head(std::string_view text, std::size_t max);

// Where to begin what ends the text, which has at least `max` bytes, and has room for
// these.
std::size_t begin_of_tail(std::string_view text, std::size_t max);

}
