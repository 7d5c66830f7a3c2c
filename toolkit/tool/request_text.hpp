#pragma once

#include "toolkit/tool/answer.hpp"

#include <string>
#include <string_view>

namespace toolkit::tool {

// A hint with the request that does what was meant, to be sent unchanged: to another tool, or to
// the same one if `tool` is empty. One that is too long to be repeated is only described.
std::string as_request_for(std::string_view tool, Answer request);

}
