#pragma once

#include <string>
#include <vector>

namespace fs_search::regex {

// Texts to look for. Where their case doesn't matter their ASCII letters are small, and stand for
// both.
struct Texts {
    std::vector<std::string> all;
    bool any_case = false;
};

// How rare a byte, a text, or the first of some texts is where people write programs: -10 times the
// binary logarithm of how often one is to be expected at a place. 0 for an empty text, and for no
// texts.
double rarity(unsigned char byte, bool any_case);
double rarity(const std::string& text, bool any_case);
double rarity(const Texts& texts);

}
