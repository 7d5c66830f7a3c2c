#pragma once

#include "agent/workflow/parameters.hpp"
#include "runner/options/options.hpp"

namespace frontends::workflow {

using namespace agent::workflow;
using namespace runner;

// Returns the parameters on a command line, in increasing precedence: --params FILE, --param
// NAME=VALUE, and the flags of the parameters: --NAME VALUE, --NAME=VALUE, and --NAME and --no-NAME
// for a truth value. `_` and `-` are equivalent. Throws BAD_REQUEST.
std::vector<GivenParameter> given_parameters(
    const std::vector<Parameter>& parameters, const options::Options& options);

// True if agentcli has a flag of this name: only --param and --params set the parameter then.
bool is_hidden_by_flag(const std::string& parameter);

}
