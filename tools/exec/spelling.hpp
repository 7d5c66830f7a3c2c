#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <array>
#include <string>

namespace exec {

using namespace toolkit;

// The field for commands in the background, and what other agents call it.
inline constexpr std::array names_of_background {
    "background", "run_in_background", "runInBackground", "is_background", "isBackground"};

// Puts a request that is spelled as another agent's tool has it into the fields of this one: `cmd`
// and `command` as lists, `timeout` and `timeout_ms`, `run_in_background`, …; docs/contract/exec.md
// has all. What changes nothing about the result (`description`) is left out, and so is a
// field that is null. `maximums` has the operator's of timeoutSec. Throws BAD_REQUEST for what has
// two meanings or can't be done; the hint has each request that would be done.
void translate(Json& request, const Json& maximums);

// "send {…}", if the request is short enough for a hint; else nothing.
std::string as_hint(const Json& request);

}
