#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace toolkit::json {

// The keywords of JSON Schema that look at a value by itself, and at no other schema.

// Why a value does not fit. `where` grows to the front, while the way back to the top is taken.
struct Problem {
    std::string where;
    std::string what;
    std::string hint = {};
};

using Complaint = std::optional<Problem>;

// The complaint about a value as one about what it is in: `step` leads there, "name" or "[0]".
Complaint beneath(Complaint complaint, const std::string& step);

// Which numbers are integers beside those that are written as such and fit into 64 bits: 3.0 is,
// 1e300 may be.
enum class Integers { any, of_64_bits };

// Of `type`.
Complaint check_type(const Json& types, const Json& value, Integers integers);

// const and enum.
Complaint check_values(const Json& schema, const Json& value);

// minimum, maximum, exclusiveMinimum, exclusiveMaximum and multipleOf, of a number.
Complaint check_number(const Json& schema, const Json& value);

// A pair of keywords that bound a count of something.
struct Counts {
    const char* least;
    const char* most;
    const char* things;
};

Complaint check_count(const Json& schema, std::size_t count, const Counts& names);

// uniqueItems, of an array.
Complaint check_unique(const Json& schema, const Json& value);

// That an object has all these names; `reason` is said behind the one that it lacks.
Complaint check_names(const Json& names, const Json& value, const std::string& reason);

// What to try in place of a field that there is none of.
std::string hint_for(const std::string& name, const Json& properties);

}
