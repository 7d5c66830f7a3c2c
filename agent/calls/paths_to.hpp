#pragma once

#include <string>
#include <vector>

namespace agent::calls {

// Returns the absolute paths through which `path` is resolved: as it is written, then with one more
// symbolic link resolved in each. The target need not exist. The last path has no links, except in
// a loop; the meaning of each other one depends on a link that it contains.
std::vector<std::string> paths_to(const std::string& path);

// Throws BAD_REQUEST if the path begins in the current directory and a link there leads out: for
// `what` a flag names and system::open_named_file() does not open. Does nothing for an empty path.
void refuse_link_out(const std::string& path, const std::string& what);

}
