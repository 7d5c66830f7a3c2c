#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>

namespace runner::terminal {

using namespace toolkit;

enum class DryRun { shown, left_out };

// The call that an approval of the run channel is about, while the event exists.
struct AskedCall {
    const Json& arguments;
    const Json& dry_run; // null: there was none
    bool changes_files = true;
};

// Returns the rows of call_rows() as lines, without a limit. Known secrets are redacted in the
// event; nothing else is hidden, since the model chooses what looks like a secret.
std::string rows_of_ask(const AskedCall& call, std::size_t columns, DryRun show = DryRun::shown);

}
