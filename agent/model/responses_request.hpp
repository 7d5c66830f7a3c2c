#pragma once

#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// The Responses API, from the forms of chat completions that everything else has. Nothing is kept
// by the server: each request has all items.

// The member of a message that holds the reasoning of a reply by the Responses API:
//   {"from": ORIGIN, "sha256": …, "items": [{"before": PLACE, "item": {as it came}}]}
// Only the server that made such an item can read it, and only for the model that it came from.
inline constexpr const char* reasoning_items_field = "reasoning_items";

// The places of a reply: its text is 0, and call N (from 0) is N + 1.
struct ReasoningItem {
    std::size_t before = 0;
    Json item;
};

// Completes what a reply has as an array of {"before", "item"}.
void seal_reasoning(Message& message, const std::string& origin);

// The items that may go to this origin; none if they came from another one, or have changed.
std::vector<ReasoningItem> reasoning_for(const Message& message, const std::string& origin);

// True for a field of chat completions that has no counterpart.
bool is_unknown_to_responses(std::string_view field);

// A request without its messages. What has no counterpart is left out.
Json responses_request(const Json& chat);

// The items of a message, in the order in which they came. Reasoning is among them if it came from
// this origin. The output of a call is a text, or parts if it has images.
std::vector<Json> items_of(const Message& message, const std::string& origin);

}
