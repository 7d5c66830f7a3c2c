#pragma once

#include "agent/redaction/token_formats.hpp"

#include <vector>

namespace agent::redaction {

// Secrets after a name for one, of which the place alone does not tell that they are some: what
// looks like no word, and blocks of YAML.
std::vector<SecretShape> generated_values();

}
