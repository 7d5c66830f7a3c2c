#pragma once

#include "request.hpp"
#include "toolkit/tool/tool.hpp"

#include <vector>

namespace fs_write_file {

using namespace toolkit;

// Returns the fields of a request; see docs/contract/fs_write_file.md.
std::vector<tool::Parameter<Request>> parameters();

}
