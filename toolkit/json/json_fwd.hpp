#pragma once

#include <nlohmann/json_fwd.hpp>

namespace toolkit::json {

// Keys keep the order in which they were written, so that answers read the same on every run.
using Json = nlohmann::ordered_json;

}

// Named everywhere, so that the rooms of other programs need not say where they come from.
namespace toolkit {

using json::Json;

}
