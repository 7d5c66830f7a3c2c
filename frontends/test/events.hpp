#pragma once

#include "frontends/test/comparison.hpp"

#include <string_view>

namespace frontends::test {

// Adds what the events of a run, of a prompt or of a workflow, say that it has done. Throws
// BAD_REQUEST if a line is not an event.
void read_events(std::string_view text, Outcome& outcome);

}
