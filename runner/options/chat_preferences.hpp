#pragma once

#include "agent/model/price.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <map>
#include <string>

namespace runner::options {

using namespace agent;
using namespace toolkit;

// How a chat looks and counts, as the user's config has it.
struct ChatPreferences {
    std::map<std::string, std::string> colours; // by role: "green bold"
    std::map<std::string, std::string> keys; // a key to the one that does the same by default
    model::Prices prices;
};

// Returns `colours`, `keys` and `prices` of a config, each of which may be missing. Throws
// BAD_REQUEST.
ChatPreferences taste_of(const Json& config);

}
