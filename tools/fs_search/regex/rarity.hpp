#pragma once

#include <string>
#include <vector>

namespace fs_search::regex {

// Texts to search for. If case does not matter, their ASCII letters are in lower case and match
// both cases.
struct Texts {
    std::vector<std::string> all;
    bool any_case = false;
};

// Return how rare a byte, a text, or the first of several texts is in source code: -10 times the
// binary logarithm of the probability that it occurs at a position. 0 for an empty text and for no
// texts.
double rarity(unsigned char byte, bool any_case);
double rarity(const std::string& text, bool any_case);
double rarity(const Texts& texts);

}
