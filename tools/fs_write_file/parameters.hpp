#pragma once

#include "request.hpp"
#include "toolkit/tool/tool.hpp"

#include <vector>

namespace fs_write_file {

using namespace toolkit;

// The fields of a request; see docs/contract.md.
std::vector<tool::Parameter<Request>> parameters();

}
