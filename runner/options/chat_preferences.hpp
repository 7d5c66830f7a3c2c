#pragma once

#include "agent/model/price.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <map>
#include <string>

namespace runner::options {

using namespace agent;
using namespace toolkit;

// The preferences of a chat in the user's config: colours, keys and prices.
struct ChatPreferences {
    std::map<std::string, std::string> colours; // by role: "green bold"
    // from the chosen key to the default key of the same action
    std::map<std::string, std::string> keys;
    model::Prices prices;
};

// Parses `colours`, `keys` and `prices` of a config; each may be missing. Throws BAD_REQUEST.
ChatPreferences taste_of(const Json& config);

}
