#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace frontends::facade {

using namespace toolkit;

// The conversations up to the last responses, and the items of these: at most 1,000 responses with
// 64 MiB, of which the oldest are dropped. In memory alone.
class StoredResponses {
public:
    // An id, and a message or a call in the form of chat completions.
    using Items = std::vector<std::pair<std::string, Json>>;

    // `messages` is the conversation without instructions, up to the end of the response.
    void add(const std::string& response, const Json& messages, const Items& items);

    // Return null for an unknown id.
    Json conversation(const std::string& response) const;
    Json item(const std::string& id) const;

private:
    struct Stored {
        std::string id;
        std::string messages; // as JSON
        std::vector<std::string> items = {}; // their ids
    };

    void drop_oldest();

    std::deque<Stored> responses; // the oldest first
    std::map<std::string, std::string> items; // as JSON, by their ids
    std::size_t bytes = 0;
};

}
