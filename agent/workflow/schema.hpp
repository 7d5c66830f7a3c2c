#pragma once

#include "toolkit/json/json.hpp"

#include <string>

namespace agent::workflow {

using namespace toolkit;

// The JSON Schema (2020-12) of a file of workflows, made of the table of fields.
Json file_schema();

// The tables of the reference: the fields of each mapping, in Markdown.
std::string fields_page();

}
