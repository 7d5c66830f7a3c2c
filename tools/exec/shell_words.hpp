#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>

namespace exec {

using namespace toolkit;

// Whether a shell reads the word as it is.
bool needs_no_quotes(const std::string& word);

// The words as a shell reads them again.
std::string as_shell_words(const std::string& program, const Json& arguments);

}
