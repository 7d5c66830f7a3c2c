#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/tool/parameter.hpp"

namespace toolkit::tool {

// What a parameter accepts, by the type of its member.
enum class Kind { text, integer, boolean, list, text_or_list, map, choice, objects, ignored };

// A parameter as requests and command lines are checked by it.
struct Field : Declaration {
    Json schema; // with the default, if it is not required and says something
    Kind kind = Kind::text;
    std::vector<Field> rows = {}; // of each object, if it is a list of objects
};

// The default is the value in the place.
Field field_of(const Declaration& declaration, const MemberPlace& place);

// Puts the value that a checked object has for this parameter into its place, if it has one. May
// take it out of the object.
void assign(const Declaration& declaration, const Slot& slot, Json& values);

}
