#pragma once

#include "agent/redaction/token_formats.hpp"

#include <vector>

namespace agent::redaction {

// The tokens that providers give out, by the fixed text that each kind of them begins with.
std::vector<SecretShape> tokens_of_clouds();
std::vector<SecretShape> tokens_of_forges();
std::vector<SecretShape> tokens_of_models();
std::vector<SecretShape> tokens_of_builders();
std::vector<SecretShape> tokens_of_services();
std::vector<SecretShape> tokens_of_payments();

}
