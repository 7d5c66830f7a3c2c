#pragma once

#include "request.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/tool/parameter.hpp"

#include <vector>

namespace exec {

using namespace toolkit;

// The model's rows, and the operator's.
std::vector<tool::Parameter<Request>> parameters();
std::vector<tool::Parameter<Request>> flags();

// The model's fields of the request that are not as they are by default, by their names.
Json as_json(const Request& request);

// The other way round: puts what as_json() has made into the fields of a request that has none of
// the model's. The name is left out.
void apply_json(Request& request, const Json& json);

// True if the name has whitespace or special characters of a shell: it is a line for a shell, which
// find_program() would not find.
bool is_shell_line(const std::string& program);

// Returns the request with its command as a line for a shell: "command" replaces "cmd" and "args".
Json as_shell_request(const Request& request);

}
