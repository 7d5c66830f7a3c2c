#pragma once

#include "runner/options/command.hpp"

#include <span>

namespace runner::commands {

// Returns the examples of the commands of this room.
std::span<const options::CommandExample> examples();

}
