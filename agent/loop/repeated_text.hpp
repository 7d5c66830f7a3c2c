#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::loop {

// Detects a text that repeats itself without end.
class RepeatedText {
public:
    // Adds a piece. Returns whether the last 16 KiB of the text are one part of at most 1 KiB, over
    // and over. Checks that every 4 KiB, so that the time is linear in the size of the text.
    bool add(std::string_view piece);

private:
    std::string end;
    std::size_t unseen = 0; // so much has been added since the last look
};

}
