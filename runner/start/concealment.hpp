#pragma once

#include <string>
#include <vector>

namespace runner::start {

// Overwrites what others can see of our secrets in /proc (ps, and for root the environment):
// `given` in the command line, and the first values of variables that are named like secrets.
// getenv() answers as before. Not to be called where there are other threads.
void conceal_secrets(char** argv, const std::vector<std::string>& given);

}
