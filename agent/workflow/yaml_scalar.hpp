#pragma once

#include "toolkit/json/json.hpp"

#include <string_view>

namespace agent::workflow {

using namespace toolkit;

// What a plain scalar is by the core schema of YAML 1.2: null, true, false, a number, or a text.
// `.inf` and `.nan`, which JSON does not have, are texts here.
Json plain_scalar(std::string_view text);

}
