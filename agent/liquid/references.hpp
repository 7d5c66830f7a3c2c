#pragma once

#include "agent/liquid/nodes.hpp"
#include "agent/liquid/template.hpp"

#include <vector>

namespace agent::liquid {

// Return the references to the data, without those to variables that the template itself assigns.
std::vector<Reference> references_of(const Nodes& nodes);
std::vector<Reference> references_of(const Condition& condition);
std::vector<Reference> references_of(const Filtered& filtered);

// Returns the variables that {% assign %} and {% capture %} assign; each has one name.
std::vector<Reference> assigned_in(const Nodes& nodes);

}
