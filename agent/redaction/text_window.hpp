#pragma once

#include <cstddef>
#include <string_view>

namespace agent::redaction {

// What is at hand of a text that comes in pieces. Places are counted from the beginning of the
// text.
struct TextWindow {
    std::string_view text;
    std::size_t base; // where it begins
    bool is_last; // it goes to the end of the text

    std::size_t end() const { return base + text.size(); }
    std::string_view from(std::size_t place) const { return text.substr(place - base); }
    std::string_view between(std::size_t first, std::size_t after) const
    {
        return text.substr(first - base, after - first);
    }
};

}
