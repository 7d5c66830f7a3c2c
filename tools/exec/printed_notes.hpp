#pragma once

#include "request.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <string>

namespace exec {

using namespace toolkit;

// Adds a note to the answer if `printed`, the output of the command, has an error that comes of the
// sandbox: that commands share neither localhost nor /tmp, that they cannot change the settings of
// a repository, or that the repository of a linked working tree lies outside the root.
void add_note(
    Json& answer, const Request& request, const Workspace& workspace, const std::string& printed);

// Adds a hint with a place for caches if the command has failed, and `printed` has an error about
// HOME, which can't be written.
void add_place_for_caches(Json& answer, const std::string& printed, const std::string& place);

}
