#pragma once

#include "agent/calls/tool_source.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace agent::calls {

using namespace agent;
using namespace toolkit;

// Is a directory (absolute, without links) more than a project: /, the home directory or above it?
bool is_wide(const std::string& directory);

// A client that was started anywhere must not hand over more than a project: throws BAD_REQUEST if
// the current directory is /, the home directory or above it (B2).
void refuse_wide_workspace();

// The part of the workspace that the roots of a client leave (B8): its directories that lie in the
// workspace, or all of it if it lies in one of them. What lies elsewhere is ignored; if nothing is
// left, no call is run, and the refusal names both. `result` is that of roots/list; `workspace` is
// absolute, without links.
calls::WorkspacePart part_of_roots(const Json& result, const std::string& workspace);

// The path that a URI of the scheme "file" names; empty if it names none on this machine.
std::string path_of_file_uri(std::string_view uri);

}
