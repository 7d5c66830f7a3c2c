#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace runner::terminal {

using namespace toolkit;

// For the terminal, where a call needs a yes: the files of the answer of its dry run, or where it
// has none (null), those that its arguments `path` and `to` name; a line each, with who runs or
// obeys it. May be empty.
std::string runs_later_lines(const Json& arguments, const Json& dry_run);

}
