#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <map>
#include <string>

namespace agent::model {

using namespace toolkit;

// What a million tokens of a model cost, in the operator's money: each 0 to max_price.
struct Price {
    double input = 0;
    double cached = 0; // of the input, what the server has had before
    double output = 0;
};

using Prices = std::map<std::string, Price>; // by model

inline constexpr double max_price = 1e9;

// No count of a server's is taken to be more: up to it doubles are exact.
inline constexpr double max_tokens_counted = 9007199254740992; // 2^53

// Returns what these tokens cost, as a server counts them (`usage` of a reply, or of several).
// Counts that are missing cost nothing. The result is finite for prices of at most max_price.
double cost_of(const Json& usage, const Price& price);

// Returns an amount for people: at most six decimals, without zeros at its end.
std::string amount_text(double amount);

}
