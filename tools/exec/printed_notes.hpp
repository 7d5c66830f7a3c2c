#pragma once

#include "request.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <string>

namespace exec {

using namespace toolkit;

// Adds the field `note` to the answer if `printed`, the output of the command, contains an error
// that the sandbox explains: commands share neither localhost nor /tmp, they cannot change the
// settings of a repository, and the repository of a linked working tree may be outside the root.
// Adds nothing unless the sandbox uses namespaces.
void add_note(
    Json& answer, const Request& request, const Workspace& workspace, const std::string& printed);

// Adds the field `hint`, which suggests `place` for caches, if the command failed and `printed`
// contains an error about a read-only file system in HOME. Adds nothing if `place` is empty.
void add_place_for_caches(Json& answer, const std::string& printed, const std::string& place);

}
