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

    // True if the nodes can write nothing but whitespace.
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

// {% if %}, {% elsif %} and {% else %}: renders the first branch whose condition holds. `unless`
// negates its condition.
struct Choice {
    struct Branch {
        std::optional<Condition> condition; // empty for `else`
        Nodes nodes;
    };
    std::vector<Branch> branches;
};

// {% case %}: renders every `when` once for each of its values that is equal, and an `else` if no
// branch before it matched.
struct Case {
    struct Branch {
        std::vector<Expression> values; // empty for `else`
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
    Nodes otherwise; // rendered for an empty list
};

enum class Jump { none, leave_loop, next_turn };

struct Node {
    std::variant<Text, Output, Assignment, Capture, Choice, Case, For, Jump> form;
    std::size_t offset = 0;
};

// True if the branches of a Choice or a Case can write nothing but whitespace.
bool are_blank(const auto& branches)
{
    return std::all_of(branches.begin(), branches.end(),
        [](const auto& branch) { return branch.nodes.is_blank(); });
}

// Parses a template. Throws TemplateError.
Nodes nodes_of(std::string_view source);

// Removes the texts that are only whitespace.
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

// Returns the property of each element; nullopt if an element cannot have any.
std::optional<Elements> properties_of(const Elements& elements, const Value& name);

toolkit::ToolError no_property(const Value& name);

}
