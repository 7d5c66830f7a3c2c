#pragma once

#include "runner/testing/comparison.hpp"

#include <string_view>

namespace runner::testing {

// Adds what the events of a run, of a prompt or of a workflow, say that it has done. Throws
// BAD_REQUEST if they are no lines of JSON.
void read_events(std::string_view text, Outcome& outcome);

}
