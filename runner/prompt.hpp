#pragma once

#include "runner/interrupt.hpp"

#include <string>

// The prompt: `given`, or all of stdin where that is "-", without the line break at its end. Throws
// BAD_REQUEST where it is empty, not UTF-8, or over 16 MiB, and INTERNAL "interrupted".
std::string read_prompt(const std::string& given, const Interrupt& interrupt);
