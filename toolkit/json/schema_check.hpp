#pragma once

#include "toolkit/json/json_fwd.hpp"
#include "toolkit/json/schema.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace toolkit::json {

// Checks by the keywords of JSON Schema that concern a value alone, without other schemas.

// Describes why a value does not fit. beneath() extends `where` on the way back to the root.
struct Problem {
    std::string where;
    std::string what;
    std::string hint = {};
};

using SchemaProblem = std::optional<Problem>;

// Converts a complaint about a value into one about the object or array that contains it. `step` is
// "name" or "[0]".
SchemaProblem beneath(SchemaProblem complaint, const std::string& step);

// Selects which numbers count as integers: 3.0 does in both cases; 1e300 and other numbers that do
// not fit into 64 bits do only with `any`.
enum class Integers { any, of_64_bits };

// Checks the value against `type`.
SchemaProblem check_type(const Json& types, const Json& value, Integers integers);

// Checks the value against const and enum.
SchemaProblem check_values(const Json& schema, const Json& value);

// Checks a number against minimum, maximum, exclusiveMinimum, exclusiveMaximum and multipleOf.
SchemaProblem check_number(const Json& schema, const Json& value);

// A pair of keywords that limit a count, and the noun for what is counted.
struct Counts {
    const char* least;
    const char* most;
    const char* things;
};

SchemaProblem check_count(const Json& schema, std::size_t count, const Counts& names);

// Checks an array against uniqueItems.
SchemaProblem check_unique(const Json& schema, const Json& value);

// Checks that an object has all these names. The message has `reason` after the missing name.
SchemaProblem check_names(const Json& names, const Json& value, const std::string& reason);

// Returns the hint for an unknown field: the most similar name, or the known names.
std::string hint_for(const std::string& name, const Json& properties);

// Checks one value against a schema with all its keywords.
class SchemaCheck {
public:
    SchemaCheck(const SchemaIndex& index, Integers integers, std::size_t max_steps)
        : index(index)
        , integers(integers)
        , max_steps(max_steps)
    {
    }

    // Returns the first problem, or nullopt. The schema must have been read by Schema. Throws
    // BAD_REQUEST if the check takes more than `max_steps`, or if references nest too deep because
    // they form a circle.
    SchemaProblem check(const Json& schema, const Json& value);

private:
    enum class Fitting { any, one };

    SchemaProblem check_value(const Json& schema, const Json& value) const;
    bool matches(const std::string& text, const std::string& pattern) const;
    SchemaProblem check_array(const Json& schema, const Json& value);
    SchemaProblem check_contained(const Json& schema, const Json& value);
    SchemaProblem check_object(const Json& schema, const Json& value);
    SchemaProblem check_member(const Json& schema, const std::string& name, const Json& member);
    SchemaProblem check_combined(const Json& schema, const Json& value);
    SchemaProblem check_alternatives(const Json& parts, const Json& value, Fitting wanted);
    SchemaProblem check_conditions(const Json& schema, const Json& value);

    const SchemaIndex& index;
    Integers integers;
    std::size_t max_steps; // a step applies one schema to one value
    std::size_t steps = 0;
    std::size_t depth = 0;
};

}
