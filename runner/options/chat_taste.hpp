#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <map>
#include <string>

namespace runner::options {

using namespace toolkit;

// What a million tokens of a model cost.
struct Price {
    double input = 0;
    double cached = 0;
    double output = 0;
};

// What these tokens cost, as a server counts them (`usage` of a reply, or of several).
double cost_of(const Json& usage, const Price& price);

// How a chat looks and counts, as the user's config has it.
struct ChatTaste {
    std::map<std::string, std::string> colours; // by role: "green bold"
    std::map<std::string, Price> prices; // by model
};

// Of a config: `colours` and `prices`, either of which may be missing. Throws BAD_REQUEST.
ChatTaste taste_of(const Json& config);

}
