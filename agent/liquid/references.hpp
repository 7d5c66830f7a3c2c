#pragma once

#include "agent/liquid/nodes.hpp"
#include "agent/liquid/template.hpp"

#include <vector>

namespace agent::liquid {

// What nodes and conditions use of the data: no variable that the template itself has made.
std::vector<Reference> references_of(const Nodes& nodes);
std::vector<Reference> references_of(const Condition& condition);
std::vector<Reference> references_of(const Filtered& filtered);

// The variables that {% assign %} and {% capture %} make, of one name each.
std::vector<Reference> assigned_in(const Nodes& nodes);

}
