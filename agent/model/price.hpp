#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <map>
#include <string>

namespace agent::model {

using namespace toolkit;

// What a million tokens of a model cost, in the operator's money.
struct Price {
    double input = 0;
    double cached = 0; // of the input, what the server has had before
    double output = 0;
};

using Prices = std::map<std::string, Price>; // by model

// Returns what these tokens cost, as a server counts them (`usage` of a reply, or of several).
// Counts that are missing cost nothing.
double cost_of(const Json& usage, const Price& price);

// Returns an amount for people: at most six decimals, without zeros at its end.
std::string amount_text(double amount);

}
