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

// Keeps the latest responses in memory, with the conversation up to the end of each response and
// the items of its output. Drops the oldest responses beyond 1,000 responses or 64 MiB.
class StoredResponses {
public:
    // Pairs of an id and a message or a call in the form of chat completions.
    using Items = std::vector<std::pair<std::string, Json>>;

    struct Key {
        std::string id; // of a response
        std::string owner; // the client that requested the response
    };

    // Adds a response. `messages` is the conversation without instructions, up to the end of the
    // response.
    void add(const Key& response, const Json& messages, const Items& given);

    // Returns true if the responses of this owner may be used.
    using MayUse = std::function<bool(const std::string& owner)>;

    // Return null for an unknown id, and for an owner whose responses may not be used.
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
