#pragma once

#include "agent/workflow/library.hpp"
#include "frontends/workflow/state.hpp"

#include <string>

namespace frontends::workflow {

using namespace agent::workflow;

// What a run of this workflow is of, with these parameters. `shard` is that of the command line;
// empty for none. A step differs if its own fields do, those of a workflow that it calls, the file
// of its schema, or what the whole workflow sets (env, model ...).
RunIdentity identity_of(
    const Chosen& chosen, Library& library, const Json& parameters, const std::string& shard);

}
