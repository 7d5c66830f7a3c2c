#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <deque>
#include <functional>
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

    // The id of a response, and the client that it was made for.
    struct Key {
        std::string id;
        std::string owner;
    };

    // `messages` is the conversation without instructions, up to the end of the response.
    void add(const Key& response, const Json& messages, const Items& given);

    // True if the responses of this owner may be used.
    using MayUse = std::function<bool(const std::string& owner)>;

    // Return null for an unknown id, and for one of an owner whose responses may not be used.
    Json conversation(const std::string& response, const MayUse& may_use) const;
    Json item(const std::string& id, const MayUse& may_use) const;

private:
    struct Stored {
        std::string owner;
        std::string messages; // as JSON
        std::vector<std::string> items = {}; // their ids
    };
    struct Item {
        std::string owner;
        std::string text; // as JSON
    };

    void drop_oldest();

    std::deque<std::string> ids; // of the responses, the oldest first
    std::map<std::string, Stored> responses; // by their ids
    std::map<std::string, Item> items; // by their ids
    std::size_t bytes = 0;
};

}
