#pragma once

#include <string>
#include <vector>

namespace runner::start {

// Overwrites secrets that other processes can read in /proc: the strings `given` in the command
// line, and the initial values of environment variables whose names suggest secrets. getenv() still
// returns the real values. Must not be called while other threads exist.
void conceal_secrets(char** argv, const std::vector<std::string>& given);

}
