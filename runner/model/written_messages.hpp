#pragma once

#include "toolkit/whole_json.hpp"

#include <cstddef>
#include <string>
#include <vector>

// A request with the messages of a conversation as JSON text. Each is written once, however often the conversation is
// sent: what was written the last time is neither written again, nor copied, nor looked at.
class WrittenMessages {
public:
    // The request, an object that is not empty, with "messages": these, without their fields that are called like one of
    // `unwanted`. It is there until the next call.
    // What was there at the last call is taken to be the same, unless its last message shows that it is not.
    const std::string& write(
        const Json& request, const Json& messages, const std::vector<std::string>& unwanted);

    // All is to be written again.
    void forget() { known = 0; }

private:
    std::size_t known = 0; // how many are in the text
    Json last; // of them, as it came
    std::vector<std::string> left_out;
    std::string opening;
    std::string text; // begins with it
};
