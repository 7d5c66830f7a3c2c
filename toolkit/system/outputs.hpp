#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace exec::output {

using namespace toolkit;

// The folder of the files that take long outputs: .agentcli/output.

// Opens it, making what is missing. Throws what system_error() makes of a failure; a link on the
// way is one.
File open_outputs(const File& root);

// Removes files of former calls, the oldest first, until those that are left take at most `most`
// bytes; never one of `kept`, and never one that a call is still writing. Only names that
// name_for_output() gives are touched. Never throws: what can't be removed stays.
void remove_old_outputs(
    const File& folder, std::int64_t most, const std::vector<std::string>& kept);

// <random>.<stream>
std::string name_for_output(const std::string& stream);

}
