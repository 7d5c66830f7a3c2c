#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/tool/parameter.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::tool {

// What a parameter accepts, by the type of its member.
enum class Kind { text, integer, boolean, list, text_or_list, map, choice, objects, ignored };

// A parameter as requests and command lines are checked by it.
struct Field : Declaration {
    Kind kind = Kind::text;
    Json usual = {}; // the default; null if there is none
    std::vector<std::string_view> choices = {}; // the strings that a choice may be
    std::vector<Field> rows = {}; // of each object, if it is a list of objects
    std::string_view limited_name = {}; // of a flag that sets a limit: of this parameter
};

// What the schema and the help say about it.
std::string description_of(const Field& field);

// The default is the value in the place, unless the parameter is required.
Field field_of(const Declaration& declaration, const MemberPlace& place);

// The limit of this keyword; null if there is none.
const std::int64_t* limit_of(const Field& field, std::string_view keyword);

// As JSON Schema, with the default if it says something. A call makes only those that it needs:
// all of them together would take longer than the rest of a start.
Json schema_of(const Field& field);

// Puts the value that a checked object has for this parameter into its place, if it has one. May
// take it out of the object.
void assign(const Declaration& declaration, const Slot& slot, Json& values);

}
