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

// a.b[c]: a variable, or [x], and what follows.
struct Path {
    struct Step {
        std::string name; // of .name
        std::shared_ptr<const Expression> key = {}; // of [key]
    };
    std::vector<Step> steps; // the first is the variable
};

// (first..last)
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
    std::vector<Expression> allow_false = {}; // the one argument that has a name, at most one
    std::size_t offset = 0;
};

// An expression and its filters, as in {{ a | b: c }}.
struct Filtered {
    std::vector<Expression> value = {}; // none of {{ }}
    std::vector<Filter> filters = {};
};

struct Condition {
    enum class Kind { value, comparison, both, either, negation };
    Kind kind;
    std::vector<Expression> sides = {}; // of a value one, of a comparison two
    std::string comparison = {};
    std::vector<Condition> parts = {}; // of both and either two, of a negation one
    std::size_t offset = 0;
    bool is_strict = false; // a value has to be true or false; else nil and false alone are false
};

// Nesting beyond this is an error of the template.
constexpr std::size_t max_depth = 100;

// Each takes what it reads from `tokens`, and nothing beyond. Throw TemplateError.
Expression expression_from(Tokens& tokens, std::string_view source, std::size_t depth = 0);
Filtered filtered_from(Tokens& tokens, std::string_view source);

// Of a tag: `and` and `or` from the right, as in the reference implementation.
Condition condition_from(Tokens& tokens, std::string_view source);

// Of a field of a workflow: with `not` and parentheses, and without `and` beside `or`.
Condition strict_condition_from(Tokens& tokens, std::string_view source, std::size_t depth = 0);

Value evaluated(const Expression& expression, Scope& scope);

// Throws if the value, or an argument of a filter, is missing, unless the scope allows it.
Value evaluated(const Filtered& filtered, Scope& scope);

bool holds(const Condition& condition, Scope& scope);

}
