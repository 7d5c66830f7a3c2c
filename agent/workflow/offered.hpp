#pragma once

#include "agent/workflow/library.hpp"
#include "toolkit/json/json.hpp"

#include <string>

namespace agent::workflow {

// A workflow that others than the operator may have run, who answer its questions, too: a regular
// file, since a profile may name it, and nobody is to wait for a pipe. Throws as
// Library::choose() does, BAD_REQUEST for a faulty file, and PERMISSION_DENIED for one that is not
// trusted, since nobody would be asked about it who may say so.
Chosen choose_trusted(const std::string& name, Library& library);

// The same as it is offered: {"description", "parameters": SCHEMA of all of them as an object}.
Json offered_workflow(const std::string& name);

}
