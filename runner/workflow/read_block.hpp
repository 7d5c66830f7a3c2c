#pragma once

#include "runner/workflow/model.hpp"
#include "runner/workflow/problems.hpp"

namespace runner::workflow {

// The fields of a mapping, by the table. What does not fit is a problem, and left out; nothing is
// thrown. The result refers to `node`.
Block read_block(const YamlNode& node, Owner owner, Problems& problems);

}
