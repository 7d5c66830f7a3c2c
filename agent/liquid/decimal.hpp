#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace agent::liquid {

// A decimal number of at most 18 digits before the point and 18 after it. Results are the doubles
// nearest to the exact ones: 10.1 minus 2.2 is 7.9. Functions return nullopt if the number has too
// many digits.
class Decimal {
public:
    explicit Decimal(std::int64_t integer)
        : mantissa(integer)
    {
    }

    // Parses a text such as -12, 0.5 or 1.5e-07.
    static std::optional<Decimal> in(std::string_view text);

    double to_double() const; // the nearest double
    std::optional<std::int64_t> to_integer() const; // nullopt if it is not an integer

    double plus(const Decimal& other) const;
    double minus(const Decimal& other) const;
    std::optional<double> times(const Decimal& other) const;

    // Divides by a number that must not be 0.
    std::optional<double> divided_by(const Decimal& other) const;
    double modulo(const Decimal& other) const; // with the sign of `other`

    Decimal floor() const;
    Decimal ceiling() const;

    // Rounds to `digits` digits after the point, 0 to 18; halves away from zero.
    std::optional<Decimal> rounded(int digits) const;

    bool is_zero() const { return mantissa == 0; }
    int compared_with(const Decimal& other) const; // -1, 0 or 1

private:
    using Mantissa = __int128;

    Decimal(Mantissa mantissa, int scale)
        : mantissa(mantissa)
        , scale(scale)
    {
    }
    static std::optional<Decimal> made_of(Mantissa mantissa, int scale);
    Mantissa at_scale(int other) const; // `other` must be larger

    Mantissa mantissa; // the number times 10^scale
    int scale = 0; // 0 to max_scale
};

}
