#pragma once

#include "request.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/tool/parameter.hpp"

#include <vector>

namespace exec {

using namespace toolkit;

// Return the parameters that the model can set, and the flags of the operator.
std::vector<tool::Parameter<Request>> parameters();
std::vector<tool::Parameter<Request>> flags();

// Returns the model's fields that differ from their default, by their names in the schema.
Json as_json(const Request& request);

// Sets fields of `request` from the result of as_json(), except `background` and `output`. The
// model's fields in `request` must have their defaults. Throws Json::exception if a field has a
// wrong type.
void apply_json(Request& request, const Json& json);

// Returns true if `program` contains whitespace or special characters of a shell: then it is a line
// for a shell, and find_program() would not find it.
bool is_shell_line(const std::string& program);

// Returns the request as JSON with a line for a shell: `command` replaces `cmd` and `args`.
Json as_shell_request(const Request& request);

}
