#pragma once

#include "toolkit/json/json_fwd.hpp"

namespace toolkit::tool {

// Takes "seen" and "refuseUnread" out of a request, and keeps them for the call
// (toolkit/workspace/seen_files.hpp). Throws BAD_REQUEST unless they are an object of strings and a
// boolean.
void take_seen(Json& request);

// Adds "seen" to an answer or an error, and "content" to an error of a refused file that is short.
void put_seen(Json& answer);

}
