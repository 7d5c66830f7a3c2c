#pragma once

#include "toolkit/json/json.hpp"

#include <string>

namespace frontends::mcp {

using namespace toolkit;

// These functions convert an untrusted result of a server for the clients of the gateway. They add
// the prefix of the server to URIs, and remove reserved members (agent::mcp::without_reserved()).
// They throw INTERNAL, with the reason, if the result is malformed or too large.

// Converts a prompts/get result with at most 1,000 messages and 64 KiB of text.
Json passed_prompt(const Json& result, const std::string& server);

// Converts a resources/read result with at most 1,000 contents and 1 MiB of text.
Json passed_contents(const Json& result, const std::string& server);

// Converts a completion/complete result. Keeps the first 100 values, up to 64 KiB in all.
Json passed_completion(const Json& result);

// Converts an entry of a list. `key` is the member with a URI or a template, or null.
Json passed_entry(const Json& entry, const char* key, const std::string& server);

}
