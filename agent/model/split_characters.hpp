#pragma once

#include <string>
#include <string_view>

namespace agent::model {

// Joins characters that a server has split over two deltas: a piece of UTF-8, or the high half of
// an escaped surrogate pair, that stands at the end of a JSON string is moved to the beginning of
// the next string that is not empty in a later event, of the same name and index. What all such
// strings say together stays the same; a piece that nothing follows is left out.
class SplitCharacters {
public:
    // The event, as JSON text, with the piece that was kept, and without the one that is kept now.
    std::string joined(const std::string& event);

private:
    struct Text {
        std::string name; // of the member
        std::string index; // the last number before it that is the value of "index"
        bool operator==(const Text&) const = default;
    };
    void add_text(std::string& result, std::string_view content, const Text& text);

    Text place;
    std::string kept;
};

}
