#pragma once

#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

#include <string>
#include <vector>

namespace agent::workflow {

constexpr std::size_t max_parameters = 100;

// Reads the declarations in a block of parameters.
std::vector<Parameter> read_parameters(const Field& field, Problems& problems);

// Return the parameter of this name, or nullptr, and the names of all parameters.
const Parameter* parameter_named(const std::vector<Parameter>& parameters, std::string_view name);
std::vector<std::string> names_of(const std::vector<Parameter>& parameters);

// A parameter that a caller has given: a text from a flag or --param, or a value of any type from a
// document.
struct GivenParameter {
    std::string name;
    Json value;
    bool is_text = false; // the text is to be converted to the parameter's type
    std::string source = {}; // "--amend", for messages
};

// Returns an object with the value of each parameter, null for one that is optional and not given.
// If a name is given several times, the last value counts. Throws BAD_REQUEST that names all
// parameters that are missing, unknown or of another type.
Json parameter_values(
    const std::vector<Parameter>& parameters, const std::vector<GivenParameter>& given);

// Returns the value for an environment variable: 0 or 1 for a truth value, JSON for a list or an
// object, empty for null.
std::string variable_text(const Json& value);

}
