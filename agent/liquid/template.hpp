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

// A use of the data by a template: `params.name` is {"params", "name"}, as far as the names are
// written in the template: `[a].b`, whose variable a value names, is {}.
struct Reference {
    std::vector<std::string> names;
    std::size_t offset; // of the template's source
};

constexpr std::size_t max_template_bytes = 256 << 10;

// A template of Liquid: the reference implementation's language in its strict mode, without what
// reads files, makes HTML or keeps a state between templates, and with the filters json,
// parse_json, indent and fence. The data is never parsed again: it cannot add a tag.
class Template {
public:
    // Throws TemplateError for the first error of the source, which has to be UTF-8 and at most
    // max_template_bytes.
    explicit Template(std::string_view source);

    // The text that it gives. Throws TemplateError.
    std::string text(const Json& data, const Settings& settings = {}) const;

    // The same, but a template that is one {{ … }} and nothing else gives the value with its type.
    Json value(const Json& data, const Settings& settings = {}) const;

    // What it uses of the data, in the order of the source.
    std::vector<Reference> references() const;

    // The variables that {% assign %} and {% capture %} make, of one name each.
    std::vector<Reference> assigned() const;

    // Is it a text without any tag or output?
    bool is_plain() const;

    // Does {{ … }} give what its text begins with?
    bool begins_with_output() const;

private:
    std::shared_ptr<const Nodes> nodes;
};

// An expression without braces that is true or false: comparisons, `contains`, `and`,
// `or`, `not` and parentheses. `and` beside `or` needs parentheses.
class Predicate {
public:
    explicit Predicate(std::string_view source);

    // Throws TemplateError if it is neither true nor false, or a part of it that should be.
    bool holds(const Json& data, const Settings& settings = {}) const;

    std::vector<Reference> references() const;

private:
    std::shared_ptr<const Condition> condition;
};

// What may stand in {{ }}, without the braces: an expression and its filters.
class Formula {
public:
    explicit Formula(std::string_view source);

    // Throws TemplateError.
    Json value(const Json& data, const Settings& settings = {}) const;

    std::vector<Reference> references() const;

private:
    std::shared_ptr<const Filtered> filtered;
};

// The place of a byte of a source, both from 1; columns count characters.
struct Position {
    std::size_t line;
    std::size_t column;
};
Position position_of(std::string_view source, std::size_t offset);

}
