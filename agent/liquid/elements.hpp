#pragma once

#include "agent/liquid/value.hpp"
#include "toolkit/system/error.hpp"

#include <optional>
#include <vector>

namespace agent::liquid {

using Elements = std::vector<Value>;

Elements elements_of(const Value& value);
Value list_of(const Elements& elements);

// Can a property of it be asked for? Not of nil, true, false and 0.5.
bool has_properties(const Value& item);

// What `name` is of an element: a member of an object; of a text the part of it that `name` is.
// Nothing comes back for what has no properties; an integer has none that is a text (BAD_REQUEST).
std::optional<Value> property_of(const Value& item, const Value& name);

// The property of each element; nothing if an element cannot have any.
std::optional<Elements> properties_of(const Elements& elements, const Value& name);

toolkit::ToolError no_property(const Value& name);

}
