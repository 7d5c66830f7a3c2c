#pragma once

#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

#include <string>
#include <vector>

namespace agent::workflow {

constexpr std::size_t max_parameters = 100;

// The declarations of a block of parameters.
std::vector<Parameter> read_parameters(const Field& field, Problems& problems);

// The one of this name, or nullptr; and the names of all.
const Parameter* parameter_named(const std::vector<Parameter>& parameters, std::string_view name);
std::vector<std::string> names_of(const std::vector<Parameter>& parameters);

// What a caller has given: a text by a flag or --param, or any value from a document.
struct GivenParameter {
    std::string name;
    Json value;
    bool is_text = false; // to be read as the type says
    std::string source = {}; // "--amend", for messages
};

// The value of each parameter; of several that are given by one name the last one counts. Throws
// BAD_REQUEST that names all that are missing, unknown or of another type.
Json parameter_values(
    const std::vector<Parameter>& parameters, const std::vector<GivenParameter>& given);

// As a command sees it in its environment: a truth value is 0 or 1, a list or an object is JSON.
std::string variable_text(const Json& value);

}
