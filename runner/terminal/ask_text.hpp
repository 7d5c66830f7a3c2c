#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>

namespace runner::terminal {

using namespace toolkit;

enum class DryRun { shown, left_out };

// Returns the rows of call_rows() for an approval of the run channel, as lines, without a limit.
// Known secrets are redacted in the event; nothing else is hidden, since the model chooses what
// looks like a secret.
std::string rows_of_ask(const Json& ask, std::size_t columns, DryRun show = DryRun::shown);

}
