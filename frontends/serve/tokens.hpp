#pragma once

#include "frontends/serve/token_lines.hpp"
#include "runner/options/options.hpp"

#include <string>
#include <vector>

namespace frontends::serve {

using namespace toolkit;

using namespace runner;

// Reads the grants in a file. Throws BAD_REQUEST if another user can change it.
std::vector<http::Grant> grants_of(const std::string& path);

// Returns the text of a file with secrets. `what` names it in messages. Throws BAD_REQUEST unless
// it is a regular file of this user with mode 0600.
std::string read_secret_file(const std::string& path, const std::string& what);

// Runs `agentcli serve token`: adds a token to the file, and prints it. Returns the exit status.
int run_serve_token(const options::Options& options);

}
