#pragma once

#include "agent/workflow/fields.hpp"
#include "toolkit/json/json.hpp"

#include <string>

namespace agent::workflow {

using namespace toolkit;

// Returns the JSON Schema (2020-12) of a file of workflows, generated from the table of fields.
Json file_schema();

// Returns the tables of the reference in Markdown: the fields of each mapping.
std::string fields_page();

// Returns the rules between the fields of one mapping, and for names in it, as a part of its JSON
// Schema; null if there are no rules.
Json rules_of(Owner owner);

// Returns the definitions that these parts refer to, by their names.
Json names_in_rules();

}
