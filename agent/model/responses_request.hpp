#pragma once

#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <vector>

namespace agent::model {

using namespace toolkit;

// The Responses API, from the forms of chat completions that everything else has. Nothing is kept
// by the server: each request has all items.

// A request without its messages. What has no counterpart is left out.
Json responses_request(const Json& chat);

// The items of a message, in the order in which they came. Reasoning is among them if it came from
// this origin (reasoning_items.hpp). The output of a call is a text, or parts if it has images.
std::vector<Json> items_of(const Message& message, const std::string& origin);

}
