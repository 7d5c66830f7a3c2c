#pragma once

#include <span>

namespace toolkit::system {

// Fills at most 256 bytes from the kernel's random generator, which is suitable for keys and
// tokens. Throws IO_ERROR naming the purpose: "a token".
void fill_randomly(std::span<unsigned char> bytes, const char* purpose);

}
