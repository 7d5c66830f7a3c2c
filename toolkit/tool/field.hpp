#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/tool/parameter.hpp"

namespace toolkit::tool {

// A parameter as requests and command lines are checked by it.
struct Field : Declaration {
    Json schema; // with the default, if it is not required and says something
};

// The default is what stands in the place.
Field field_of(const Declaration& declaration, const MemberPlace& place);

// Puts the value that a checked object has for this parameter into its place, if it has one. May
// take it out of the object.
void assign(const Declaration& declaration, const Slot& slot, Json& values);

}
