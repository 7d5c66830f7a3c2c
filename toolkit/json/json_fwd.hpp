#pragma once

#include <nlohmann/json_fwd.hpp>

// Keys keep the order in which they were written, so that answers read the same on every run.
using Json = nlohmann::ordered_json;
