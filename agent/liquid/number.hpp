#pragma once

#include "agent/liquid/value.hpp"

#include <cstdint>
#include <string>

namespace agent::liquid {

// Computes like the filters of the reference implementation: with 64-bit integers, and exactly with
// decimal numbers, so that 10.1 minus 2.2 is 7.9. Throws BAD_REQUEST for a result beyond 64 bits.

enum class Operation { plus, minus, times, divided_by, modulo };

// Computes with two values. A number counts as itself, a text as the number at its beginning or
// else as 0, everything else as 0. Throws for a division by zero. Integers are divided towards
// minus infinity.
Value computed(const Value& left, Operation operation, const Value& right);

// Compares the numbers that the values count as (see computed()). Returns -1, 0 or 1.
int compared_numbers(const Value& left, const Value& right);

// Returns the number that the value counts as (see computed()).
Value number_of(const Value& value);

Value absolute(const Value& value);
Value rounded_up(const Value& value);
Value rounded_down(const Value& value);

// Rounds to `digits` digits after the point, halves away from zero. The result is an integer if
// `digits` is below 1.
Value rounded(const Value& value, std::int64_t digits);

// Returns the shortest digits that identify the number, always with a point or an exponent: 5.0,
// 1.0e+16.
std::string number_text(double number);

// Returns the integer in a number or a text of digits. Throws BAD_REQUEST, naming `what`, for
// anything else, including fractions.
std::int64_t integer_of(const Value& value, std::string_view what);

}
