#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>

namespace toolkit::workspace {

// Throws BAD_REQUEST if nothing is at `path`, and a file or directory of this name is probably not
// what is meant: it begins with '~' or a drive of Windows, is a URL, is in quotes, begins or ends
// with whitespace, is the root's own path without its '/', or has a backslash in place of '/' or
// before a space. The hint names the path that is meant. A path that begins with "./", or has an
// odd directory that exists, is taken as it is.
void refuse_odd_new_name(const Workspace& workspace, const std::string& path);

}
