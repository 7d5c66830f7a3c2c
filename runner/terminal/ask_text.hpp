#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>

namespace runner::terminal {

using namespace toolkit;

enum class DryRun { shown, left_out };

// What call_rows() makes of an approval that the run channel asks for, as lines: its event has the
// known secrets redacted, and nothing more is hidden, since the model chooses what looks like a
// secret. Without a limit.
std::string rows_of_ask(const Json& ask, std::size_t columns, DryRun show = DryRun::shown);

}
