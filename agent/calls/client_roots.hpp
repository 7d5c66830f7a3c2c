#pragma once

#include "agent/calls/tool_source.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace agent::calls {

using namespace agent;
using namespace toolkit;

// Returns true if `directory` (absolute, without links) is /, the home directory or a parent of the
// home directory, and so more than a project.
bool is_wide(const std::string& directory);

// Throws BAD_REQUEST if is_wide() is true for the current directory: a client that happens to be
// started there must not make it the workspace.
void refuse_wide_workspace();

// Returns the part of the workspace that the roots of a client allow: the roots that are
// directories in the workspace, or the whole workspace if a root contains it. Ignores other roots.
// If none is left, the part has a refusal that names the roots and the workspace. `result` is the
// result of roots/list; `workspace` is absolute, without links.
calls::WorkspacePart part_of_roots(const Json& result, const std::string& workspace);

// Returns the absolute path in a "file" URI, which need not exist; empty if the URI is not valid or
// names another host.
std::string path_of_file_uri(std::string_view uri);

}
