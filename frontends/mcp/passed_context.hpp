#pragma once

#include "toolkit/json/json.hpp"

#include <string>

namespace frontends::mcp {

using namespace toolkit;

// Returns what clients get of a server's result, which is untrusted. Each throws INTERNAL, with the
// reason, for a result that is malformed or too large. URIs get the prefix of the server, and
// reserved members are left out (agent::mcp::without_reserved()).

// Of prompts/get: at most 1,000 messages with 64 KiB of text.
Json passed_prompt(const Json& result, const std::string& server);

// Of resources/read: at most 1,000 contents with 1 MiB of text.
Json passed_contents(const Json& result, const std::string& server);

// Of completion/complete: at most 100 values with 64 KiB together; any others are left out.
Json passed_completion(const Json& result);

// An entry of a list. `key` is the member with a URI or a template, or null.
Json passed_entry(const Json& entry, const char* key, const std::string& server);

}
