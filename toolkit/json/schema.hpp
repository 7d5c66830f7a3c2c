#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace toolkit::json {

// Returns true if a part of the text matches.
using PatternMatch = std::function<bool(const std::string& text)>;

// Compiles a regular expression. Throws a ToolError that describes the mistake; its hint names the
// syntax.
using PatternCompiler = PatternMatch (*)(const std::string& pattern);

// The compiled parts of a schema: the target of each $ref, and each pattern.
struct SchemaIndex {
    std::map<std::string, const Json*> references = {};
    std::map<std::string, PatternMatch> patterns = {};
};

// A JSON Schema of draft 2020-12 with these keywords:
//   type enum const · minimum maximum exclusiveMinimum exclusiveMaximum multipleOf · minLength
//   maxLength pattern · items prefixItems minItems maxItems uniqueItems contains minContains
//   maxContains · properties required additionalProperties patternProperties propertyNames
//   minProperties maxProperties dependentRequired dependentSchemas · allOf anyOf oneOf not if then
//   else · $ref (to a place in the same schema) $defs definitions
// and nullable of OpenAPI 3.0. "format" and the keywords that describe (title, default, example,
// …, x-…) are ignored. The syntax of patterns depends on the compiler.
class Schema {
public:
    // Throws UNSUPPORTED with the place of an unknown keyword, and BAD_REQUEST if a keyword has an
    // invalid value.
    Schema(const Json& document, PatternCompiler compile);
    ~Schema();

    // Throws BAD_REQUEST with the first place that does not fit, what is expected there, and what
    // was found.
    void check(const Json& value) const;

private:
    class Reading;

    std::unique_ptr<const Json> root;
    SchemaIndex index;
};

// Checks a value against the schema of a parameter, which was written by the toolkit itself. The
// schema must have no pattern and no $ref; integers must fit into 64 bits. `where` is the name of
// the value in messages.
void validate(const Json& schema, const Json& value, const std::string& where);

}
