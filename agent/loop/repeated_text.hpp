#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::loop {

// Notices a text that says the same again and again without end.
class RepeatedText {
public:
    // Adds a piece. Are the last 16 KiB of the text one repeated part of at most 1 KiB? That is
    // looked at each 4 KiB: the time is linear in the size of the text.
    bool add(std::string_view piece);

private:
    std::string end;
    std::size_t unseen = 0; // so much has been added since the last look
};

}
