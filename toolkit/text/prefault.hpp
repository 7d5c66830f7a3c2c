#pragma once

#include <cstddef>
#include <string>

namespace toolkit::text {

// Reserves memory for a string that will be filled completely. If the kernel supports it, the pages
// are allocated all at once or as huge pages: page faults one by one would cost more than the work
// on the string.
void reserve_to_fill(std::string& text, std::size_t size);

// Prepares other memory in the same way as reserve_to_fill().
void prepare_to_fill(char* memory, std::size_t size) noexcept;

}
