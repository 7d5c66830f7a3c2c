#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <functional>
#include <string>

namespace frontends::facade {

using namespace toolkit;

// The schema of the body of a request of the Responses API: it is published.
const Json& responses_request_schema();

// Finds what a request of the Responses API refers to. Both return messages or a part of one in the
// form of chat completions, and null for an id that is not known.
struct PastResponses {
    std::function<Json(const std::string& id)> conversation; // up to the end of a response
    std::function<Json(const std::string& id)> item; // of the output of a response
};

// Returns the request of chat completions that means the same. Throws BAD_REQUEST, UNSUPPORTED or
// NOT_FOUND naming the field or the item.
Json chat_body_of(const Json& body, const PastResponses& past);

}
