#pragma once

#include "agent/liquid/nodes.hpp"
#include "agent/liquid/scope.hpp"

#include <string>

namespace agent::liquid {

// Renders the nodes. Throws TemplateError.
std::string rendered(const Nodes& nodes, Scope& scope);

}
