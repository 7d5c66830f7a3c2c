#pragma once

#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agent::workflow {

// Is the value of a field what its row says, as far as nothing in it has fields of its own? If not,
// that is a problem.
bool fits_its_shape(const Field& field, Problems& problems);

// "a list", for messages.
std::string found_in(const YamlNode& node);

// "text, json"
std::string joined_names(const std::vector<std::string_view>& names);

}
