#pragma once

#include "agent/workflow/fields.hpp"
#include "toolkit/json/json.hpp"

namespace agent::workflow {

using namespace toolkit;

// What fields of one mapping say about each other, and names in it: a part of its JSON Schema, null
// if there is nothing.
Json rules_of(Owner owner);

// Definitions that these parts refer to, by their names.
Json names_in_rules();

}
