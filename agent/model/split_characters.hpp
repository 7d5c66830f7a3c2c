#pragma once

#include <string>
#include <string_view>

namespace agent::model {

// Joins characters that a server has split over two deltas. The first part, bytes of UTF-8 or the
// high half of an escaped surrogate pair at the end of a JSON string, is moved to the beginning of
// the next string that is not empty in a later event, of the same name and index. All these strings
// together keep their text; a part that nothing follows is dropped.
class SplitCharacters {
public:
    // Returns the event, as JSON text, with the part kept from an earlier event, and without the
    // one that is kept now.
    std::string joined(const std::string& event);

private:
    struct Text {
        std::string name; // name of the member
        std::string index; // the last number before it that is the value of "index"
        bool operator==(const Text&) const = default;
    };
    void add_text(std::string& result, std::string_view content, const Text& text);

    Text place;
    std::string kept;
};

}
