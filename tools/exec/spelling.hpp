#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <array>
#include <string>

namespace exec {

using namespace toolkit;

// The field for commands in the background, and its names in tools of other agents.
inline constexpr std::array names_of_background {
    "background", "run_in_background", "runInBackground", "is_background", "isBackground"};

// Changes a request that uses the fields of another agent's tool into a request of this tool: `cmd`
// and `command` as lists, `timeout` and `timeout_ms`, `run_in_background`, … (docs/contract.md
// lists them all). Removes fields that are null or have no effect, such as `description`.
// `maximums` has the operator's limit of timeoutSec. Throws BAD_REQUEST for what is ambiguous or
// impossible; the hint has each request that would work.
void translate(Json& request, const Json& maximums);

// Returns "send {…}", or an empty string if the request is longer than 400 bytes.
std::string as_hint(const Json& request);

}
