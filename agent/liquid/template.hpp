#pragma once

#include "agent/liquid/error.hpp"
#include "agent/liquid/scope.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace agent::liquid {

struct Nodes;
struct Condition;
struct Filtered;

// A use of the data by a template: `params.name` is {"params", "name"}, up to the first name that
// is not written in the template. `[a].b` is {}, since a value determines its variable.
struct Reference {
    std::vector<std::string> names;
    std::size_t offset; // the offset in the template's source
    bool has_number = false; // a number in brackets follows the names: names[0]
};

constexpr std::size_t max_template_bytes = 256 << 10;

// A Liquid template: the language of the reference implementation in its strict mode, without tags
// and filters that read files, make HTML or keep state between templates, and with the additional
// filters json, parse_json, indent and fence. Data is never parsed as a template, so it cannot add
// a tag.
class Template {
public:
    // Throws TemplateError for the first error of the source, which must be UTF-8 of at most
    // max_template_bytes.
    explicit Template(std::string_view source);

    // Renders the template. Throws TemplateError.
    std::string text(const Json& data, const Settings& settings = {}) const;

    // Renders like text(), but returns the value with its type if the template is a single {{ … }}.
    Json value(const Json& data, const Settings& settings = {}) const;

    // Returns the uses of the data, in the order of the source.
    std::vector<Reference> references() const;

    // Returns the variables that {% assign %} and {% capture %} assign; each has one name.
    std::vector<Reference> assigned() const;

    // True if it is a text without any tag or output.
    bool is_plain() const;

    // True if the rendered text begins with the value of a {{ … }}.
    bool begins_with_output() const;

private:
    std::shared_ptr<const Nodes> nodes;
};

// A boolean expression without braces: comparisons, `contains`, `and`, `or`, `not` and parentheses,
// which are required to mix `and` and `or`.
class Predicate {
public:
    explicit Predicate(std::string_view source);

    // Evaluates the expression. Throws TemplateError if it, or an operand that must be boolean, is
    // neither true nor false.
    bool holds(const Json& data, const Settings& settings = {}) const;

    std::vector<Reference> references() const;

private:
    std::shared_ptr<const Condition> condition;
};

// The content of {{ }}, without the braces: an expression and its filters.
class Formula {
public:
    explicit Formula(std::string_view source);

    // Evaluates the expression. Throws TemplateError.
    Json value(const Json& data, const Settings& settings = {}) const;

    std::vector<Reference> references() const;

private:
    std::shared_ptr<const Filtered> filtered;
};

// The position of a byte in a source. Both numbers are 1-based; columns count characters.
struct Position {
    std::size_t line;
    std::size_t column;
};
Position position_of(std::string_view source, std::size_t offset);

}
