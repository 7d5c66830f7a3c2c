#pragma once

#include "agent/calls/tool_source.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace agent::calls {

using namespace agent;
using namespace toolkit;

// True if `directory` (absolute, without links) is /, the home directory or a parent of it, and so
// more than a project.
bool is_wide(const std::string& directory);

// A client that was started anywhere must not hand over more than a project: throws BAD_REQUEST if
// the current directory is /, the home directory or above it.
void refuse_wide_workspace();

// Returns the part of the workspace that the roots of a client allow: its directories that are in
// the workspace, or all of it if it is in one of them. Other directories are ignored; if nothing is
// left, no call is run, and the refusal names both. `result` is that of roots/list; `workspace` is
// absolute, without links.
calls::WorkspacePart part_of_roots(const Json& result, const std::string& workspace);

// The path that a URI of the scheme "file" names; empty if it names none on this machine.
std::string path_of_file_uri(std::string_view uri);

}
