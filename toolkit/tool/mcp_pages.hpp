#pragma once

#include <functional>

namespace toolkit::tool {

// After a fork both processes take a fault at the first write to each page, and the child at the
// first use of the program's code. These take such faults while nobody waits. They are requests to
// the kernel, and change no byte.

// Data, heap and the stack from here on.
void unshare_pages();

// Code and constants; until `is_wanted`.
void map_program(const std::function<bool()>& is_wanted);

}
