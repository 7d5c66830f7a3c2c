#pragma once

#include "toolkit/whole_json.hpp"

#include <cstddef>
#include <string>
#include <vector>

// A request with the messages of a conversation as JSON text. Each is written once, however often the conversation is
// sent: what is the same as the last time, from the beginning on, is neither written again nor copied.
class WrittenMessages {
public:
    // The request, an object that is not empty, with "messages": these, without their fields that are called like one of
    // `unwanted`. It is there until the next call.
    const std::string& write(
        const Json& request, const Json& messages, const std::vector<std::string>& unwanted);

private:
    void keep(std::size_t count);

    std::vector<Json> known; // as they came
    std::vector<std::string> left_out;
    std::vector<std::size_t> ends; // of each, in the text
    std::string opening;
    std::string text; // begins with it
};
