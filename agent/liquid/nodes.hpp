#pragma once

#include "agent/liquid/expression.hpp"
#include "agent/liquid/value.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace agent::liquid {

struct Node;

struct Nodes {
    std::vector<Node> list;

    // It can write nothing but whitespace.
    bool is_blank() const;
};

struct Text {
    std::string text;
    bool is_raw = false; // between {% raw %} and {% endraw %}
};

struct Output {
    Filtered filtered;
};

struct Assignment {
    std::string name;
    Filtered filtered;
};

struct Capture {
    std::string name;
    Nodes nodes;
};

// {% if %}, {% elsif %} and {% else %}: the first whose condition holds. `unless` is the negation.
struct Choice {
    struct Branch {
        std::optional<Condition> condition; // of `else` none
        Nodes nodes;
    };
    std::vector<Branch> branches;
};

// {% case %}: every `when` once for each of its values that is equal; `else` if none was before it.
struct Case {
    struct Branch {
        std::vector<Expression> values; // of `else` none
        bool is_else;
        Nodes nodes;
    };
    Expression subject;
    std::vector<Branch> branches;
};

struct For {
    std::string variable;
    Expression list;
    bool is_reversed = false;
    bool goes_on = false; // offset: continue
    std::vector<Expression> offset = {}; // at most one
    std::vector<Expression> limit = {};
    Nodes body;
    Nodes otherwise; // of an empty list
};

enum class Jump { none, leave_loop, next_turn };

struct Node {
    std::variant<Text, Output, Assignment, Capture, Choice, Case, For, Jump> form;
    std::size_t offset = 0;
};

// Of a Choice or a Case: they can write nothing but whitespace.
bool are_blank(const auto& branches)
{
    return std::all_of(branches.begin(), branches.end(),
        [](const auto& branch) { return branch.nodes.is_blank(); });
}

// Throws TemplateError.
Nodes nodes_of(std::string_view source);

// Takes out the texts that are whitespace alone.
void remove_whitespace(Nodes& nodes);

using Elements = std::vector<Value>;

Elements elements_of(const Value& value);
Value list_of(const Elements& elements);

// True if `item` can have properties: an object, a text or an integer, but not nil, true or 0.5.
bool has_properties(const Value& item);

// Returns the property `name` of an element: the member of an object; `name` itself if a text
// contains it; nil if it is missing. Returns nullopt if the element cannot have properties, or is a
// text and `name` is nil. Throws BAD_REQUEST if it is an integer and `name` is not a number.
std::optional<Value> property_of(const Value& item, const Value& name);

// The property of each element; nothing if an element cannot have any.
std::optional<Elements> properties_of(const Elements& elements, const Value& name);

toolkit::ToolError no_property(const Value& name);

}
