#pragma once

#include "toolkit/json/json.hpp"

#include <map>
#include <memory>
#include <string>

namespace re2 {
class RE2;
}

// A JSON Schema of draft 2020-12. Its keywords:
//   type enum const · minimum maximum exclusiveMinimum exclusiveMaximum multipleOf · minLength maxLength pattern
//   (RE2) · items prefixItems minItems maxItems uniqueItems contains minContains maxContains · properties
//   required additionalProperties patternProperties propertyNames minProperties maxProperties
//   dependentRequired dependentSchemas · allOf anyOf oneOf not if then else · $ref (to a place in the same
//   schema) $defs definitions
// format and what describes (title, default, …, x-…) are annotations.
class Schema {
public:
    // Throws UNSUPPORTED naming the place of a keyword that is none of these, or BAD_REQUEST where one has not
    // the value that it takes.
    explicit Schema(const Json& document);
    ~Schema();

    // Throws BAD_REQUEST naming the first place that does not fit, what is expected there and what came.
    void check(const Json& value) const;

private:
    class Reading;
    class Checking;

    std::unique_ptr<const Json> root;
    std::map<std::string, const Json*> references; // by $ref
    std::map<std::string, std::unique_ptr<re2::RE2>> patterns;
};
