#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::calls {

// A value as models write it, of which one meaning is plain.
struct Literal {
    std::string json; // the same as JSON; that it is sound is not checked
    std::size_t size = 0; // bytes that it takes in the text; 0 if there is no literal
};

// Returns the object or array at the beginning of a text: JSON, also with raw control characters
// and unknown escapes in its strings; Python's literals; names of members without quotes; commas
// before closing brackets; and <|"|> around strings, as Gemma has it. It nests no deeper than 64.
// Linear in the size of the text.
Literal literal_at(std::string_view text);

// The same of (name=value, …), as an object.
Literal keywords_at(std::string_view text);

}
