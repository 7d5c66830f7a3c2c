#pragma once

#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// Where the reasoning of a reply by the Responses API stands in its message:
//   {"from": ORIGIN, "sha256": …, "items": [{"before": PLACE, "item": {as it came}}]}
// Such an item can be read by the server alone that has made it, for the model that has thought it.
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

}
