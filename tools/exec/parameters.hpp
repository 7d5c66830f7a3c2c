#pragma once

#include "request.hpp"

#include "toolkit/tool/parameter.hpp"

#include <vector>

namespace exec {

using namespace toolkit;

// The model's rows, and the operator's.
std::vector<tool::Parameter<Request>> parameters();
std::vector<tool::Parameter<Request>> flags();

}
