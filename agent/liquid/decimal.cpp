#include "agent/liquid/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

namespace agent::liquid {

static constexpr int max_scale = 18;

static __int128 power_of_ten(int exponent)
{
    __int128 power = 1;
    for (; exponent > 0; --exponent)
        power *= 10;
    return power;
}

static const __int128 max_whole = power_of_ten(max_scale); // exclusive limit of the number itself

static __int128 magnitude(__int128 number) { return number < 0 ? -number : number; }

// Divides and rounds towards minus infinity.
static __int128 floor_quotient(__int128 left, __int128 right)
{
    const __int128 quotient = left / right;
    return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

std::optional<Decimal> Decimal::made_of(Mantissa mantissa, int scale)
{
    while (scale > 0 && mantissa % 10 == 0) {
        mantissa /= 10;
        --scale;
    }
    if (scale > max_scale || magnitude(mantissa) / power_of_ten(scale) >= max_whole)
        return std::nullopt;
    return Decimal(mantissa, scale);
}

std::optional<Decimal> Decimal::in(std::string_view text)
{
    constexpr int max_digits = 36; // capacity of a mantissa
    Mantissa mantissa = 0;
    int digits = 0;
    int scale = 0;
    bool has_point = false;
    const bool is_negative = text.starts_with('-');
    text.remove_prefix(is_negative || text.starts_with('+') ? 1 : 0);
    const auto exponent_mark = text.find('e');
    for (const char letter : text.substr(0, exponent_mark)) {
        has_point = has_point || letter == '.';
        if (letter == '.')
            continue;
        mantissa = mantissa * 10 + (letter - '0');
        digits += mantissa != 0 ? 1 : 0;
        scale += has_point ? 1 : 0;
        if (digits > max_digits || scale > max_digits)
            return std::nullopt;
    }
    int exponent = 0;
    if (exponent_mark != std::string_view::npos) {
        auto number = text.substr(exponent_mark + 1);
        number.remove_prefix(number.starts_with('+') ? 1 : 0);
        std::from_chars(number.data(), number.data() + number.size(), exponent);
    }
    if (exponent > max_scale || exponent < -max_scale
        || digits + std::max(exponent, 0) > max_digits)
        return std::nullopt;
    mantissa *= (is_negative ? -1 : 1) * power_of_ten(std::max(exponent - scale, 0));
    scale = std::max(scale - exponent, 0);
    return scale > max_digits ? std::nullopt : made_of(mantissa, scale);
}

static std::string digits_of(__int128 number)
{
    std::string digits;
    for (__int128 rest = magnitude(number); rest != 0 || digits.empty(); rest /= 10)
        digits += static_cast<char>('0' + static_cast<int>(rest % 10));
    digits += number < 0 ? "-" : "";
    std::reverse(digits.begin(), digits.end());
    return digits;
}

static double nearest_double(__int128 mantissa, int scale)
{
    const std::string text = digits_of(mantissa) + "e-" + std::to_string(scale);
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

// Returns nullopt if the product has more than 38 digits. (The compiler's own check needs a library
// function that not all systems have.)
static std::optional<__int128> product(__int128 left, __int128 right)
{
    static const __int128 limit = power_of_ten(38);
    if (right != 0 && magnitude(left) > limit / magnitude(right))
        return std::nullopt;
    return left * right;
}

double Decimal::to_double() const { return nearest_double(mantissa, scale); }

std::optional<std::int64_t> Decimal::to_integer() const
{
    if (scale > 0 || mantissa > std::numeric_limits<std::int64_t>::max()
        || mantissa < std::numeric_limits<std::int64_t>::min())
        return std::nullopt;
    return static_cast<std::int64_t>(mantissa);
}

Decimal::Mantissa Decimal::at_scale(int other) const
{
    return mantissa * power_of_ten(other - scale);
}

double Decimal::plus(const Decimal& other) const
{
    const int common = std::max(scale, other.scale);
    return nearest_double(at_scale(common) + other.at_scale(common), common);
}

double Decimal::minus(const Decimal& other) const
{
    return plus(Decimal(-other.mantissa, other.scale));
}

std::optional<double> Decimal::times(const Decimal& other) const
{
    const auto result = product(mantissa, other.mantissa);
    return result ? std::optional(nearest_double(*result, scale + other.scale)) : std::nullopt;
}

// Divides with as many digits as a mantissa can hold, which must be more than those of a double.
std::optional<double> Decimal::divided_by(const Decimal& other) const
{
    constexpr int max_power = 37;
    int power = max_power;
    auto scaled = product(mantissa, power_of_ten(power));
    while (!scaled && power > 0)
        scaled = product(mantissa, power_of_ten(--power));
    if (!scaled)
        return std::nullopt;
    const Mantissa quotient = *scaled / other.mantissa;
    const bool is_near = *scaled % other.mantissa == 0 || magnitude(quotient) >= max_whole;
    const int result_scale = power + scale - other.scale;
    if (!is_near || result_scale < 0)
        return std::nullopt;
    return nearest_double(quotient, result_scale);
}

double Decimal::modulo(const Decimal& other) const
{
    const int common = std::max(scale, other.scale);
    const Mantissa left = at_scale(common);
    const Mantissa right = other.at_scale(common);
    return nearest_double(left - floor_quotient(left, right) * right, common);
}

Decimal Decimal::floor() const { return {floor_quotient(mantissa, power_of_ten(scale)), 0}; }

Decimal Decimal::ceiling() const { return {-floor_quotient(-mantissa, power_of_ten(scale)), 0}; }

std::optional<Decimal> Decimal::rounded(int digits) const
{
    if (digits >= scale)
        return *this;
    const Mantissa unit = power_of_ten(scale - digits);
    const Mantissa half = mantissa < 0 ? -unit / 2 : unit / 2;
    return made_of((mantissa + half) / unit, digits);
}

int Decimal::compared_with(const Decimal& other) const
{
    const int common = std::max(scale, other.scale);
    const Mantissa left = at_scale(common);
    const Mantissa right = other.at_scale(common);
    return left < right ? -1 : left == right ? 0 : 1;
}

}
