#pragma once

#include "runner/commands/doctor.hpp"

#include <vector>

namespace runner::commands {

// Checks the kernel, its Landlock version and what that cannot restrict, and user namespaces.
std::vector<Finding> look_at_machine();

}
