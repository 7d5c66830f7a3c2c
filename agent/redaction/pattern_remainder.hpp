#pragma once

#include <cstddef>
#include <string_view>

namespace agent::redaction {

// The unread rest of a pattern that is read from left to right.
struct PatternRemainder {
    // Takes the word off if the remainder begins with it.
    bool take(std::string_view word)
    {
        const bool is_there = rest.starts_with(word);
        rest.remove_prefix(is_there ? word.size() : 0);
        return is_there;
    }

    std::string_view take_first(std::size_t size)
    {
        const std::string_view first = rest.substr(0, size);
        rest.remove_prefix(first.size());
        return first;
    }

    std::string_view rest;
};

}
