#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>

namespace toolkit::workspace {

// Throws BAD_REQUEST if nothing is at `path`, and a file or directory of this name is probably not
// intended: it begins with '~' or a Windows drive, is a URL, is in quotes, begins or ends with
// whitespace, is the root's own path without its '/', or has a backslash in place of '/' or before
// a space. The hint names the path that is probably meant. A path that begins with "./", or has an
// odd directory that exists, is accepted.
void refuse_odd_new_name(const Workspace& workspace, const std::string& path);

}
