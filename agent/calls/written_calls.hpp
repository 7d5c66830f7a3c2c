#pragma once

#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Calls of tools that a model has written into its text, since the server does not take them out.

// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct WrittenCall {
    std::string name; // as it is written
    std::string arguments; // a JSON object, or what is in its place
    std::vector<std::pair<std::string, std::string>>
        parameters; // in place of arguments, where each is a text by itself
    bool is_bare = false; // nothing but JSON, which may as well be an answer
};

// Returns the calls that `text` consists of; nothing if there is anything else in it, as in a text
// about calls. Knows the tokens of model::call_frames around
//   - JSON with "name" and "arguments" (or "tool_name", "parameters"), or a list of it
//   - <function=NAME><parameter=NAME>VALUE, or <invoke name="NAME"><parameter name="NAME">VALUE
//   - NAME(name=value), or a list of it
//   - NAME and an object, or <arg_key> and <arg_value>;
// elements alone, harmony's "commentary to=functions.NAME", <|python_tag|>, and bare JSON or a bare
// list of NAME(name=value), also in a code fence. A value may be a literal of Python
// (agent/calls/literal.hpp). Linear in the size of the text.
std::vector<WrittenCall> written_calls(std::string_view text);

// Returns the name in the bare call that `text` begins with, in a code fence or not: `[NAME(`, or
// an object or list with "name" before "arguments" or the end of the text. What follows may be
// anything. Empty if it begins with something else.
std::string name_of_begun_call(std::string_view text);

// Has a text the markup of calls, wherever it stands?
bool has_markup_of_calls(std::string_view text);

// The arguments of a call: its parameters become JSON by the types that `schema` has for them.
std::string arguments_of(const WrittenCall& call, const Json& schema);

}
