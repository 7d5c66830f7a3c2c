#pragma once

#include "agent/liquid/value.hpp"

#include <cstdint>
#include <string>

namespace agent::liquid {

// Numbers as the filters of the reference implementation compute: integers of 64 bits, and decimal
// numbers exactly, so that 10.1 less 2.2 is 7.9. A result beyond 64 bits is an error (BAD_REQUEST).

enum class Operation { plus, minus, times, divided_by, modulo };

// A number is itself; a text counts as the number at its beginning, else as 0; everything else is
// 0. A division by zero is an error. Integers are divided towards minus infinity.
Value computed(const Value& left, Operation operation, const Value& right);

// -1, 0 or 1: the number that `left` counts as is less than that of `right`, equal, or greater.
int compared_numbers(const Value& left, const Value& right);

// The value as a number, made as above.
Value number_of(const Value& value);

Value absolute(const Value& value);
Value rounded_up(const Value& value);
Value rounded_down(const Value& value);

// Halves away from zero, to so many digits after the point; an integer if `digits` is below 1.
Value rounded(const Value& value, std::int64_t digits);

// Shortest digits that give the same number, always with a point or an exponent: 5.0, 1.0e+16.
std::string number_text(double number);

// The integer that a number or a text of digits is. Throws BAD_REQUEST, naming `what`, for anything
// else, fractions included.
std::int64_t integer_of(const Value& value, std::string_view what);

}
