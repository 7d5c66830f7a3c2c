#pragma once

#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Tool calls that a model writes as text, and that the server does not convert.

// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct WrittenCall {
    std::string name; // name as the model wrote it, which may need a repair
    std::string arguments; // text, normally a JSON object; empty if there are `parameters`
    // Names and values, if each argument is written as an element of its own.
    std::vector<std::pair<std::string, std::string>> parameters;
    bool is_bare = false; // true if no markup surrounds it, so that it may be an answer instead
};

// Returns the calls that `text` consists of. Returns none if it contains anything else, such as
// prose about calls, or more than 100 calls. Knows the tokens of model::call_frames around
//   - JSON with "name" and "arguments" (or "tool_name", "parameters"), or a list of it
//   - <function=NAME><parameter=NAME>VALUE, or <invoke name="NAME"><parameter name="NAME">VALUE
//   - NAME(name=value), or a list of it
//   - NAME and an object, or <arg_key> and <arg_value>;
// and without such tokens the elements above, harmony's "commentary to=functions.NAME",
// <|python_tag|>, and bare JSON or a bare list of NAME(name=value), also in a code fence. A value
// may be a Python literal (agent/calls/literal.hpp). Takes time linear in the size of the text.
std::vector<WrittenCall> written_calls(std::string_view text);

// Returns the tool name in a bare call at the beginning of `text`, with or without a code fence:
// `[NAME(`, or an object or list that has "name" before "arguments" or before the text ends. The
// rest of the text is not checked. Empty if there is no such call.
std::string name_of_begun_call(std::string_view text);

// Returns true if the text contains markup of calls anywhere.
bool has_markup_of_calls(std::string_view text);

// Returns the arguments of a call as JSON. Its parameters are converted to the types that `schema`
// declares for them; `arguments` are returned as written.
std::string arguments_of(const WrittenCall& call, const Json& schema);

}
