#pragma once

#include "toolkit/json/json.hpp"

#include <cstdint>
#include <string>
#include <vector>

// A limit that a parameter can carry: a schema keyword with its value, and nothing else.
struct Limit {
    std::string keyword;
    std::int64_t value;
};

using Limits = std::vector<Limit>;

Limits at_least(std::int64_t minimum);
Limits between(std::int64_t minimum, std::int64_t maximum);
Limits at_most_items(std::int64_t count);

// Is it what anyone expects of a field that is left out: null, false, "", [] or {}?
bool is_nothing(const Json& value);

// Throws BAD_REQUEST naming the first place where `value` breaks `schema`, and in the hint what would be
// right. Knows exactly the keywords that the toolkit can emit: type, enum, minimum, maximum, maxItems, items,
// properties, required, additionalProperties (false or a schema). As JSON Schema has it, 3.0 is an integer.
void validate(const Json& schema, const Json& value, const std::string& where = "");
