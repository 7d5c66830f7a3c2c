#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <map>
#include <string>

namespace agent::model {

using namespace toolkit;

// The price of a million tokens of a model, in the operator's currency: each value is 0 to
// max_price.
struct Price {
    double input = 0;
    double cached = 0; // for input tokens from the server's cache
    double output = 0;
};

using Prices = std::map<std::string, Price>; // prices by model

inline constexpr double max_price = 1e9;

// The limit of a server's count: doubles are exact up to it.
inline constexpr double max_tokens_counted = 9007199254740992; // 2^53

// Returns the price of the tokens that a server counted (`usage` of one reply, or of several).
// Missing counts cost nothing. The result is finite for prices of at most max_price.
double cost_of(const Json& usage, const Price& price);

// Formats an amount with at most six decimals, without zeros at its end.
std::string amount_text(double amount);

}
