#pragma once

#include <nlohmann/json_fwd.hpp>

namespace toolkit::json {

// Objects keep the order in which their members were added, so that answers read the same on every
// run.
using Json = nlohmann::ordered_json;

}

// Named in the namespace of the toolkit, so that other programs need not name the room.
namespace toolkit {

using json::Json;

}
