#pragma once

#include "agent/workflow/library.hpp"
#include "frontends/workflow/state.hpp"

#include <string>

namespace frontends::workflow {

using namespace agent::workflow;

// Returns the SHA-256 of all that determines what a step does: its fields, the workflows and
// schemas that it names, and the settings of its workflow.
std::string digest_of(const Step& step, const Chosen& chosen, Library& library);

// Returns the identity of a run of this workflow with these parameters. `shard` is that of the
// command line; empty for none. The hash of a step depends on its own fields, on workflows that it
// calls, on the file of its schema, and on the settings of the workflow (env, model ...).
RunIdentity identity_of(
    const Chosen& chosen, Library& library, const Json& parameters, const std::string& shard);

}
