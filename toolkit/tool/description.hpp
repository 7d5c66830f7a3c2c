#pragma once

#include "toolkit/tool/command_line.hpp"

#include <string>

namespace toolkit::tool {

// Returns the tool's entry of tools.json, followed by `flags`, an array of the operator's flags:
// {"name", "value" (its placeholder, absent for a switch), "description", "default"?,
// "repeatable"?}.
Json describe(const Contract& contract, const CommandLine& command_line);

// Returns the help for people.
std::string help(const Contract& contract);

}
