#pragma once

#include "runner/options/options.hpp"
#include "toolkit/http/admission.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace frontends::serve {

using namespace toolkit;

using namespace runner;

// Parses a comma-separated list of scopes: read, run, approve, and these with ":all". Throws
// BAD_REQUEST with the nearest name.
unsigned scopes_in(std::string_view text);

// Parses lines NAME SCOPES sha256:HASH. In a line without "sha256:", which an earlier version has
// written, each scope covers all. Empty lines and those that begin with # are ignored. Throws
// BAD_REQUEST naming the line.
std::vector<http::Grant> grants_in(std::string_view text);

// Reads the grants in a file. Throws BAD_REQUEST if another user can change it.
std::vector<http::Grant> grants_of(const std::string& path);

// Runs `agentcli serve token`: adds a token to the file, and prints it. Returns the exit status.
int run_serve_token(const options::Options& options);

}
