#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::calls {

// A value in a notation that is not quite JSON but has only one meaning.
struct Literal {
    std::string json; // the value as JSON, which may still be malformed
    std::size_t size = 0; // bytes of the value in the text; 0 if no literal was found
};

// Returns the object or array at the beginning of the text. Accepts JSON and, in addition, raw
// control characters and unknown escapes in strings, Python literals, member names without quotes,
// commas before closing brackets, and Gemma's string delimiter <|"|>. Returns size 0 if there is no
// such value, or it nests deeper than 64. Takes time linear in the size of the text.
Literal literal_at(std::string_view text);

// Returns the keyword arguments (name=value, …) at the beginning of the text as an object, in the
// same way.
Literal keywords_at(std::string_view text);

}
