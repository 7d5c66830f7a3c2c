#pragma once

#include "toolkit/tool/field.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace toolkit::tool {

// The field that a request means by a name; null if there is none.
struct NamedField {
    const Field* field = nullptr;
    bool is_encoded = false; // it is the name for the value in base64
};

// By one of its names, or by another spelling of one (max_results for maxResults) that is none of
// another field.
NamedField field_named(const std::vector<Field>& table, std::string_view name);

// Whether clients add a field of this name to every tool, for their user to read. It has no effect,
// unless the table has a field of the name.
bool is_note_of_client(std::string_view name);

// What the table says about a name that could mean two things; empty if it says nothing.
std::string hint_for_name(const std::vector<Field>& table, std::string_view name);

// The field that a name which is none was probably meant to be, by the nearest of all names. Null
// if none is near, or two fields are equally near.
NamedField nearest_field(const std::vector<Field>& table, std::string_view name);

// "the fields are 'path', 'startLine'": those that the schema lists.
std::string list_of_fields(const std::vector<Field>& table);

}
