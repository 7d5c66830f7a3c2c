#pragma once

#include "toolkit/tool/field.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toolkit::tool {

// The result of a lookup by name; `field` is null if nothing was found.
struct NamedField {
    const Field* field = nullptr;
    bool is_encoded = false; // the name takes the value in base64
};

// Finds a field by one of its names, or by another spelling of one (max_results for maxResults)
// that is not the spelling of another field's name.
NamedField field_named(const std::vector<Field>& table, std::string_view name);

// Returns true for names of fields that clients add to every tool for their user to read. They have
// no effect, unless the table has a field of this name.
bool is_note_of_client(std::string_view name);

// Returns the hint of the table for an ambiguous name; empty if it has no hint.
std::string hint_for_name(const std::vector<Field>& table, std::string_view name);

// Returns the field that an unknown name probably means, by the nearest of all names. `field` is
// null if no name is near, or if two fields are equally near.
NamedField nearest_field(const std::vector<Field>& table, std::string_view name);

// Returns "the fields are 'path', 'startLine'", with the fields that the schema lists.
std::string list_of_fields(const std::vector<Field>& table);

}
