#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/json/schema.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace toolkit::json {

// The keywords of JSON Schema that look at a value by itself, and at no other schema.

// Describes why a value does not fit. beneath() prepends to `where` on the way back to the root.
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

// Checks the value against `type`.
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

// Checks that an object has all these names; the message has `reason` after the missing one.
Complaint check_names(const Json& names, const Json& value, const std::string& reason);

// Returns the hint for an unknown field: the most similar name, or the names that are known.
std::string hint_for(const std::string& name, const Json& properties);

// The check of one value.
class SchemaCheck {
public:
    SchemaCheck(const SchemaIndex& index, Integers integers, std::size_t max_steps)
        : index(index)
        , integers(integers)
        , max_steps(max_steps)
    {
    }

    // `schema` has been read. Throws BAD_REQUEST if that takes more steps, or $ref leads in a
    // circle.
    Complaint check(const Json& schema, const Json& value);

private:
    enum class Fitting { any, one };

    Complaint check_value(const Json& schema, const Json& value) const;
    bool matches(const std::string& text, const std::string& pattern) const;
    Complaint check_array(const Json& schema, const Json& value);
    Complaint check_contained(const Json& schema, const Json& value);
    Complaint check_object(const Json& schema, const Json& value);
    Complaint check_member(const Json& schema, const std::string& name, const Json& member);
    Complaint check_combined(const Json& schema, const Json& value);
    Complaint check_alternatives(const Json& parts, const Json& value, Fitting wanted);
    Complaint check_conditions(const Json& schema, const Json& value);

    const SchemaIndex& index;
    Integers integers;
    std::size_t max_steps; // each applies a schema to a value
    std::size_t steps = 0;
    std::size_t depth = 0;
};

}
