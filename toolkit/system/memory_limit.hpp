#pragma once

#include <cstddef>

namespace toolkit::system {

// From now on this process fails (std::bad_alloc) before its address space gets larger than this,
// if that is less than what it may have already. Once in a process.
void limit_memory(std::size_t bytes);

// Restores the previous limit for a program that this process is about to start.
void lift_memory_limit();

// True if limit_memory() has set a limit.
bool has_memory_limit();

}
