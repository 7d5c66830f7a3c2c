#pragma once

#include "agent/liquid/pieces.hpp"
#include "agent/liquid/value.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace agent::liquid {

class Scope;
struct FilterRow;

struct Expression;

// A path such as a.b[c]: a variable, or [x], and its members.
struct Path {
    struct Step {
        std::string name; // the member of .name
        std::shared_ptr<const Expression> key = {}; // the key of [key]
    };
    std::vector<Step> steps; // the first is the variable
};

// A range: (first..last)
struct RangeOf {
    std::shared_ptr<const Expression> first;
    std::shared_ptr<const Expression> last;
};

struct Expression {
    std::variant<Value, Path, RangeOf> form;
    std::string source = {};
    std::size_t offset = 0;
};

struct Filter {
    const FilterRow* row;
    std::vector<Expression> arguments = {};
    std::vector<Expression> allow_false = {}; // the only named argument; empty or one element
    std::size_t offset = 0;
};

// An expression and its filters, as in {{ a | b: c }}.
struct Filtered {
    std::vector<Expression> value = {}; // empty for {{ }}
    std::vector<Filter> filters = {};
};

struct Condition {
    enum class Kind { value, comparison, both, either, negation };
    Kind kind;
    std::vector<Expression> sides = {}; // one for a value, two for a comparison
    std::string comparison = {};
    std::vector<Condition> parts = {}; // two for both and either, one for a negation
    std::size_t offset = 0;
    // Only true and false are allowed as values. If not set, nil and false are false, and
    // everything else is true.
    bool is_strict = false;
};

// The maximum nesting; more is an error of the template.
constexpr std::size_t max_depth = 100;

// Parse from the front of `tokens` and take only what they use. Throw TemplateError.
Expression expression_from(Tokens& tokens, std::string_view source, std::size_t depth = 0);
Filtered filtered_from(Tokens& tokens, std::string_view source);

// Parses the condition of a tag: `and` and `or` are evaluated from the right, as in the reference
// implementation.
Condition condition_from(Tokens& tokens, std::string_view source);

// Parses the condition of a workflow's field: with `not` and parentheses; `and` and `or` cannot be
// mixed without parentheses.
Condition strict_condition_from(Tokens& tokens, std::string_view source, std::size_t depth = 0);

Value evaluated(const Expression& expression, Scope& scope);

// Throws NOT_FOUND if the value, or an argument of a filter, is missing, unless the scope allows
// it.
Value evaluated(const Filtered& filtered, Scope& scope);

bool holds(const Condition& condition, Scope& scope);

}
