#pragma once

#include <string>
#include <vector>

namespace agent::calls {

// The absolute paths by which this one leads to what it names, which need not exist: as it is
// written, and after that with the links before each further link resolved. The last one has no
// link, but for a loop. Each but the last changes its meaning with a link that it names.
std::vector<std::string> paths_to(const std::string& path);

}
