#include "rarity.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fs_search::regex {

namespace {

// Measured in 33 MB of randomly chosen files of Linux 6.1.
constexpr std::array<unsigned char, 128> rarities {250, 250, 250, 250, 250, 250, 250, 250, 250, 47,
    48, 250, 200, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250,
    250, 250, 250, 33, 105, 81, 87, 137, 106, 88, 116, 65, 65, 65, 100, 61, 69, 77, 77, 60, 74, 75,
    83, 86, 89, 86, 93, 85, 97, 92, 65, 97, 70, 75, 132, 112, 69, 84, 70, 74, 66, 79, 83, 89, 69,
    129, 92, 73, 74, 72, 73, 72, 104, 69, 69, 68, 81, 90, 95, 89, 98, 112, 97, 105, 98, 135, 44,
    117, 51, 68, 53, 54, 42, 60, 68, 66, 48, 108, 75, 57, 62, 50, 53, 59, 88, 48, 49, 44, 58, 69,
    78, 69, 79, 94, 84, 102, 84, 124, 250};

// an estimate: most files have no such bytes, others many
constexpr unsigned char outside_ascii = 110;

// Adjacent bytes depend on each other: counting more bytes would overestimate the rarity.
constexpr std::ptrdiff_t bytes_that_count = 3;

double sum(double left, double right)
{
    return -10 * std::log2(std::exp2(-left / 10) + std::exp2(-right / 10));
}

bool is_small_letter(unsigned char byte) { return byte >= 'a' && byte <= 'z'; }

}

double rarity(unsigned char byte, bool any_case)
{
    if (byte >= rarities.size())
        return outside_ascii;
    const double own = rarities[byte];
    return any_case && is_small_letter(byte) ? sum(own, rarities[byte - 'a' + 'A']) : own;
}

double rarity(const std::string& text, bool any_case)
{
    std::vector<double> bytes;
    for (const char byte : text)
        bytes.push_back(rarity(static_cast<unsigned char>(byte), any_case));
    std::sort(bytes.rbegin(), bytes.rend());
    bytes.resize(std::min(bytes.size(), static_cast<std::size_t>(bytes_that_count)));
    double result = 0;
    for (const double byte : bytes)
        result += byte;
    return result;
}

double rarity(const Texts& texts)
{
    if (texts.all.empty())
        return 0;
    double result = 1e9;
    for (const auto& text : texts.all)
        result = sum(result, rarity(text, texts.any_case));
    return result;
}

}
