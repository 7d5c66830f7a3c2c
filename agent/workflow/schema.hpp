#pragma once

#include "agent/workflow/fields.hpp"
#include "toolkit/json/json.hpp"

#include <string>

namespace agent::workflow {

using namespace toolkit;

// The JSON Schema (2020-12) of a file of workflows, made of the table of fields.
Json file_schema();

// The tables of the reference: the fields of each mapping, in Markdown.
std::string fields_page();

// What fields of one mapping say about each other, and names in it: a part of its JSON Schema, null
// if there is nothing.
Json rules_of(Owner owner);

// Definitions that these parts refer to, by their names.
Json names_in_rules();

}
