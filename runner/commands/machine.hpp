#pragma once

#include "runner/commands/doctor.hpp"

#include <vector>

namespace runner::commands {

// Reports the kernel, its Landlock with what an older one can't take away, and user namespaces.
std::vector<Finding> look_at_machine();

}
