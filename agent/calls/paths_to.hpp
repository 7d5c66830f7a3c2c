#pragma once

#include <string>
#include <vector>

namespace agent::calls {

// Returns the absolute paths through which `path` is resolved: as it is written, then with one more
// symbolic link resolved in each. The target need not exist. The last path has no links, except in
// a loop; the meaning of each other one depends on a link that it contains.
std::vector<std::string> paths_to(const std::string& path);

}
