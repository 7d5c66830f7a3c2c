#pragma once

#include "toolkit/glob/ignore_rules.hpp"

#include <string>
#include <vector>

namespace fs_search {

// The globs of all these types of files, by names such as "py" and "cpp". Throws BAD_REQUEST for a
// name that is unknown.
toolkit::glob::Globs globs_of_types(const std::vector<std::string>& names);

}
