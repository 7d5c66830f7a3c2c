#pragma once

#include <cstddef>

namespace toolkit::system {

// From now on this process fails (std::bad_alloc) before its address space gets larger than this,
// if that is less than what it may have already. Once in a process.
void limit_memory(std::size_t bytes);

// For what this process is about to start: the limit from before.
void lift_memory_limit();

// limit_memory() has set one.
bool has_memory_limit();

}
