#pragma once

#include "toolkit/tool/command_line.hpp"

#include <string>

namespace toolkit::tool {

// The tool's entry of tools.json, and after it `flags`, an array of the operator's flags:
// {"name", "value" (its placeholder, absent for a switch), "description", "default"?,
// "repeatable"?}.
Json describe(const Contract& contract, const CommandLine& command_line);

// For people.
std::string help(const Contract& contract);

}
