#pragma once

#include "toolkit/glob/ignore_rules.hpp"

#include <string>
#include <vector>

namespace fs_search {

// Returns the globs of all these file types, by names such as "py" and "cpp". Throws BAD_REQUEST
// for an unknown name.
toolkit::glob::Globs globs_of_types(const std::vector<std::string>& names);

}
