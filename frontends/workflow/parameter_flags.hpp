#pragma once

#include "agent/workflow/parameters.hpp"
#include "runner/options/options.hpp"

namespace frontends::workflow {

using namespace agent::workflow;
using namespace runner;

// What a command line gives, the weightier last: --params FILE, --param NAME=VALUE, and the flags
// of the parameters: --NAME VALUE, --NAME=VALUE, and --NAME and --no-NAME of a truth value. `_` and
// `-` are the same. Throws BAD_REQUEST.
std::vector<GivenParameter> given_parameters(
    const std::vector<Parameter>& parameters, const options::Options& options);

// Has agentcli a flag of this name? Then only --param and --params set the parameter.
bool is_hidden_by_flag(const std::string& parameter);

}
