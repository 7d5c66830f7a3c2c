#pragma once

#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

namespace agent::workflow {

// The fields of a mapping, by the table. What does not fit is a problem, and left out; nothing is
// thrown. The result refers to `node`.
Block read_block(const YamlNode& node, Owner owner, Problems& problems);

}
