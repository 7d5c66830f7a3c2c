#pragma once

#include "toolkit/json/json.hpp"

#include <string>

namespace agent::model {

using namespace toolkit;

// A tool as it is presented to a model.
struct ToolSpec {
    std::string name; // 1 to 64 of a-z A-Z 0-9 _ -, which is what model APIs accept
    std::string description;
    Json schema; // of the arguments: an object
};

}
