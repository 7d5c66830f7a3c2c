#pragma once

#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// Converts messages and requests from chat completions, which all other code uses, to the Responses
// API. The server keeps nothing: each request contains all items.

// The member of a message that holds the reasoning of a reply by the Responses API:
//   {"from": ORIGIN, "sha256": …, "items": [{"before": PLACE, "item": {as the server sent it}}]}
// Only the server that made such an item can read it, and only for the model that wrote it.
inline constexpr const char* reasoning_items_field = "reasoning_items";

// A reasoning item and its place in the reply: before 0, the text, or before N + 1, call N (from
// 0).
struct ReasoningItem {
    std::size_t before = 0;
    Json item;
};

// Adds the origin and the hash to the reasoning items of a reply, which are an array of {"before",
// "item"} until then.
void seal_reasoning(Message& message, const std::string& origin);

// Returns the reasoning items that may be sent to this origin; none if they came from another one,
// or have changed.
std::vector<ReasoningItem> reasoning_for(const Message& message, const std::string& origin);

// True for a field of chat completions that has no counterpart in the Responses API.
bool is_unknown_to_responses(std::string_view field);

// Converts a request without its messages. Leaves out fields without a counterpart.
Json responses_request(const Json& chat);

// Returns the items of a message, in the order in which they were received. Includes reasoning if
// it came from this origin. The output of a call is a text, or a list of parts if it has images.
std::vector<Json> items_of(const Message& message, const std::string& origin);

}
