#pragma once

#include "runner/options/options.hpp"
#include "toolkit/http/admission.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace frontends::serve {

using namespace toolkit;

using namespace runner;

// Scopes between commas: read, run, approve. Throws BAD_REQUEST with the nearest name.
unsigned scopes_in(std::string_view text);

// Lines NAME SCOPES SHA256; one that is empty or begins with # means nothing. Throws BAD_REQUEST
// naming the line.
std::vector<http::Grant> grants_in(std::string_view text);

// Those of a file that nobody but its user can change. Throws BAD_REQUEST.
std::vector<http::Grant> grants_of(const std::string& path);

// `agentcli serve token`: adds a token to the file, and prints it. The exit status.
int run_serve_token(const options::Options& options);

}
