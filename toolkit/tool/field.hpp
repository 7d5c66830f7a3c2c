#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/tool/parameter.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::tool {

// The kind of value that a parameter accepts, by the type of its member.
enum class Kind { text, integer, boolean, list, text_or_list, map, choice, objects, ignored };

// A parameter in the form by which requests and command lines are checked.
struct Field : Declaration {
    Kind kind = Kind::text;
    Json usual = {}; // the default; null if there is none
    std::vector<std::string_view> choices = {}; // the strings that a choice accepts
    std::vector<Field> rows = {}; // the fields of each object, for a list of objects
    std::string_view limited_name = {}; // the parameter whose limit this flag sets
};

// Returns the description for the schema and the help.
std::string description_of(const Field& field);

// Returns the field of a declaration. The default is the value in `place`, unless the parameter is
// required.
Field field_of(const Declaration& declaration, const MemberPlace& place);

// Returns the limit with this keyword; null if there is none.
const std::int64_t* limit_of(const Field& field, std::string_view keyword);

// Returns the field as JSON Schema, with the default if it is informative. A call builds only the
// schemas that it needs: building all of them would take longer than the rest of its start.
Json schema_of(const Field& field);

// Stores the value that a checked object has for this parameter in its place, if there is one. May
// move it out of the object.
void assign(const Declaration& declaration, const Slot& slot, Json& values);

}
