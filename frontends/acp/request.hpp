#pragma once

#include "toolkit/json/json.hpp"

#include <string_view>

namespace frontends::acp {

using namespace toolkit;

// The methods that an editor can request.
enum class Method {
    initialize,
    new_session,
    load,
    resume,
    list,
    close,
    remove,
    set_mode,
    set_option,
    prompt,
};

// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct Request {
    Method method;
    Json params; // an object that matches the schema of the method; may have further fields
};

// Parses a request whose envelope (toolkit/mcp/envelope.hpp) has been parsed. Throws NOT_FOUND for
// an unknown method, BAD_REQUEST naming the field that is wrong.
Request read_request(std::string_view method, std::string_view line);

// Returns the member `name` of a notification or response of the editor; null if it is missing.
Json field_of(std::string_view line, const char* name);

}
