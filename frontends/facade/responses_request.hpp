#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <functional>
#include <string>

namespace frontends::facade {

using namespace toolkit;

// Returns the schema of the body of a request of the Responses API. It is used for the check, and
// published.
const Json& responses_request_schema();

// Finds responses and items that a request of the Responses API refers to by their ids. Both
// functions return JSON in the form of chat completions, or null for an unknown id.
struct PastResponses {
    std::function<Json(const std::string& id)> conversation; // messages up to the end of a response
    std::function<Json(const std::string& id)> item; // a message or a call
};

// Converts the body of a request of the Responses API to the body of a request of chat completions.
// Throws BAD_REQUEST, UNSUPPORTED or NOT_FOUND naming the field or the item.
Json chat_body_of(const Json& body, const PastResponses& past);

}
