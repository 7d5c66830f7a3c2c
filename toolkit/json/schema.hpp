#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace toolkit::json {

// Does a text have a part that matches?
using PatternMatch = std::function<bool(const std::string& text)>;

// Makes a match of a regular expression. Throws a ToolError that says what is wrong with it, and in
// the hint which syntax it is.
using PatternCompiler = PatternMatch (*)(const std::string& pattern);

// What a check looks up: the schema of each $ref, and each pattern.
struct SchemaIndex {
    std::map<std::string, const Json*> references = {};
    std::map<std::string, PatternMatch> patterns = {};
};

// A JSON Schema of draft 2020-12. Its keywords:
//   type enum const · minimum maximum exclusiveMinimum exclusiveMaximum multipleOf · minLength
//   maxLength pattern · items prefixItems minItems maxItems uniqueItems contains minContains
//   maxContains · properties required additionalProperties patternProperties propertyNames
//   minProperties maxProperties dependentRequired dependentSchemas · allOf anyOf oneOf not if then
//   else · $ref (to a place in the same schema) $defs definitions
// format and what describes (title, default, …, x-…) are annotations. The syntax of patterns is the
// compiler's.
class Schema {
public:
    // Throws UNSUPPORTED naming the place of a keyword that is none of these, or BAD_REQUEST where
    // one has not the value that it takes.
    Schema(const Json& document, PatternCompiler compile);
    ~Schema();

    // Throws BAD_REQUEST naming the first place that does not fit, what is expected there and what
    // came.
    void check(const Json& value) const;

private:
    class Reading;

    std::unique_ptr<const Json> root;
    SchemaIndex index;
};

// The same for the schema of a parameter, which the toolkit has written itself: no pattern and no
// $ref, and an integer has 64 bits. `where` is the name of the value in messages.
void validate(const Json& schema, const Json& value, const std::string& where);

}
