#pragma once

#include "toolkit/json.hpp"

#include <cstddef>
#include <optional>
#include <string>

// The keywords of JSON Schema that look at a value by itself, and at no other schema.

// Why a value does not fit. `where` grows to the front, while the way back to the top is taken.
struct Problem {
    std::string where;
    std::string what;
    std::string hint = {};
};

using Finding = std::optional<Problem>;

// The finding about a value as one about what it is in: `step` leads there, "name" or "[0]".
Finding beneath(Finding finding, const std::string& step);

// Of `type`.
Finding check_type(const Json& types, const Json& value);

// const and enum.
Finding check_values(const Json& schema, const Json& value);

// minimum, maximum, exclusiveMinimum, exclusiveMaximum and multipleOf, of a number.
Finding check_number(const Json& schema, const Json& value);

// A pair of keywords that bound a count of something.
struct Counts {
    const char* least;
    const char* most;
    const char* things;
};

Finding check_count(const Json& schema, std::size_t count, const Counts& names);

// uniqueItems, of an array.
Finding check_unique(const Json& schema, const Json& value);

// That an object has all these names; `reason` is said behind the one that it lacks.
Finding check_names(const Json& names, const Json& value, const std::string& reason);

// What to try in place of a field that there is none of.
std::string hint_for(const std::string& name, const Json& properties);
