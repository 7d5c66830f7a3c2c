#pragma once

#include <cstddef>
#include <string>

namespace toolkit::text {

// reserve(), for a string of which all that is reserved will be filled: its pages come at once or
// as large ones, where the kernel can. One by one they cost more than what is done with them.
void reserve_to_fill(std::string& text, std::size_t size);

// The same for other memory.
void prepare_to_fill(char* memory, std::size_t size) noexcept;

}
