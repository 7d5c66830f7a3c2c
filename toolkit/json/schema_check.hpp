#pragma once

#include "toolkit/json/schema.hpp"
#include "toolkit/json/schema_keywords.hpp"

#include <cstddef>
#include <string>

namespace toolkit::json {

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
