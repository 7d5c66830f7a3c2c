#include "agent/liquid/number.hpp"

#include "agent/liquid/decimal.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>

namespace agent::liquid {

using Integer = std::int64_t;

// A double is used for numbers that do not fit a Decimal, such as 1e300.
using Number = std::variant<Integer, Decimal, double>;

static ToolError too_large()
{
    return {Code::bad_request, "a number is too large", "numbers have at most 64 bits"};
}

// Returns the length of an integer such as -1 or +1 at the beginning, 0 if there are no digits.
static std::size_t integer_length(std::string_view text)
{
    const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    std::size_t end = sign;
    while (end < text.size() && text::is_digit(text[end]))
        ++end;
    return end == sign ? 0 : end;
}

static Integer integer_in(std::string_view digits)
{
    if (digits.starts_with('+'))
        digits.remove_prefix(1);
    Integer integer = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), integer).ec != std::errc())
        throw too_large();
    return integer;
}

static Number decimal_or_double(std::string_view text)
{
    if (const auto decimal = Decimal::in(text))
        return *decimal;
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec == std::errc::result_out_of_range)
        throw too_large();
    return number;
}

static Number number_in(std::string_view text)
{
    text = text::stripped(text);
    const std::size_t size = integer_length(text);
    if (size == 0)
        return Integer {0};
    const auto fraction = text.substr(size);
    const bool is_fraction = fraction.size() > 1 && fraction[0] == '.'
        && std::all_of(fraction.begin() + 1, fraction.end(), text::is_digit);
    return is_fraction ? decimal_or_double(text) : integer_in(text.substr(0, size));
}

static Number to_number(const Value& value)
{
    if (!value.is(Value::Kind::json))
        return Integer {0};
    if (value.is_text())
        return number_in(value.json->get_ref<const std::string&>());
    if (value.json->is_number_float())
        return decimal_or_double(number_text(value.json->get<double>()));
    if (value.json->is_number_unsigned()
        && value.json->get<std::uint64_t>()
            > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max()))
        throw too_large();
    return value.json->is_number_integer() ? value.json->get<Integer>() : Integer {0};
}

static double double_of(const Number& number)
{
    if (const auto* integer = std::get_if<Integer>(&number))
        return static_cast<double>(*integer);
    const auto* decimal = std::get_if<Decimal>(&number);
    return decimal != nullptr ? decimal->to_double() : std::get<double>(number);
}

static std::optional<Decimal> decimal_of(const Number& number)
{
    if (const auto* decimal = std::get_if<Decimal>(&number))
        return *decimal;
    const auto* integer = std::get_if<Integer>(&number);
    constexpr Integer limit = 1'000'000'000'000'000'000; // 18 digits
    const bool fits = integer != nullptr && *integer > -limit && *integer < limit;
    return fits ? std::optional(Decimal(*integer)) : std::nullopt;
}

static Value value_of_double(double number)
{
    return std::isfinite(number) ? made_of(number) : throw too_large();
}

static Value integer_value(double whole)
{
    constexpr double limit = 9223372036854775808.0; // 2^63
    if (!(whole >= -limit && whole < limit))
        throw too_large();
    return made_of(static_cast<Integer>(whole));
}

static Value integer_value(const Decimal& whole) { return made_of(whole.to_integer().value()); }

static Integer floor_division(Integer left, Integer right)
{
    if (right == -1 && left == std::numeric_limits<Integer>::min())
        throw too_large();
    const Integer quotient = left / right;
    return left % right != 0 && (left < 0) != (right < 0) ? quotient - 1 : quotient;
}

static Integer computed_integers(Integer left, Operation operation, Integer right)
{
    Integer result = 0;
    bool is_too_large = false;
    switch (operation) {
    case Operation::plus: is_too_large = __builtin_add_overflow(left, right, &result); break;
    case Operation::minus: is_too_large = __builtin_sub_overflow(left, right, &result); break;
    case Operation::times: is_too_large = __builtin_mul_overflow(left, right, &result); break;
    case Operation::divided_by: return floor_division(left, right);
    case Operation::modulo: return right == -1 ? 0 : left - floor_division(left, right) * right;
    }
    return is_too_large ? throw too_large() : result;
}

static std::optional<double> computed_decimals(
    const Decimal& left, Operation operation, const Decimal& right)
{
    switch (operation) {
    case Operation::plus: return left.plus(right);
    case Operation::minus: return left.minus(right);
    case Operation::times: return left.times(right);
    case Operation::divided_by: return left.divided_by(right);
    case Operation::modulo: break;
    }
    return left.modulo(right);
}

static double computed_doubles(double left, Operation operation, double right)
{
    switch (operation) {
    case Operation::plus: return left + right;
    case Operation::minus: return left - right;
    case Operation::times: return left * right;
    case Operation::divided_by: return left / right;
    case Operation::modulo: break;
    }
    return left - std::floor(left / right) * right;
}

Value computed(const Value& left, Operation operation, const Value& right)
{
    const Number one = to_number(left);
    const Number other = to_number(right);
    const bool divides = operation == Operation::divided_by || operation == Operation::modulo;
    if (divides && double_of(other) == 0)
        throw ToolError(Code::bad_request, "division by zero");
    if (std::holds_alternative<Integer>(one) && std::holds_alternative<Integer>(other))
        return made_of(
            computed_integers(std::get<Integer>(one), operation, std::get<Integer>(other)));
    const auto exact = decimal_of(one);
    const auto other_exact = decimal_of(other);
    if (exact && other_exact)
        if (const auto result = computed_decimals(*exact, operation, *other_exact))
            return made_of(*result);
    return value_of_double(computed_doubles(double_of(one), operation, double_of(other)));
}

int compared_numbers(const Value& left, const Value& right)
{
    const Number one = to_number(left);
    const Number other = to_number(right);
    const auto exact = decimal_of(one);
    const auto other_exact = decimal_of(other);
    if (exact && other_exact)
        return exact->compared_with(*other_exact);
    return double_of(one) < double_of(other) ? -1 : double_of(one) == double_of(other) ? 0 : 1;
}

Value number_of(const Value& value)
{
    const Number number = to_number(value);
    const auto* integer = std::get_if<Integer>(&number);
    return integer != nullptr ? made_of(*integer) : made_of(double_of(number));
}

Value absolute(const Value& value)
{
    const Number number = to_number(value);
    if (const auto* integer = std::get_if<Integer>(&number))
        return *integer < 0 ? computed(made_of(0), Operation::minus, value) : made_of(*integer);
    return made_of(std::fabs(double_of(number)));
}

Value rounded_up(const Value& value)
{
    const Number number = to_number(value);
    if (const auto* integer = std::get_if<Integer>(&number))
        return made_of(*integer);
    const auto exact = decimal_of(number);
    return exact ? integer_value(exact->ceiling()) : integer_value(std::ceil(double_of(number)));
}

Value rounded_down(const Value& value)
{
    const Number number = to_number(value);
    if (const auto* integer = std::get_if<Integer>(&number))
        return made_of(*integer);
    const auto exact = decimal_of(number);
    return exact ? integer_value(exact->floor()) : integer_value(std::floor(double_of(number)));
}

// Rounds to tens, hundreds and so on: to 10^digits, halves away from zero.
static Value rounded_to_tens(const Number& number, Integer digits)
{
    constexpr Integer max_digits = 18;
    if (digits > max_digits)
        return made_of(0);
    const double unit = std::pow(10.0, static_cast<double>(digits));
    return integer_value(std::round(double_of(number) / unit) * unit);
}

Value rounded(const Value& value, Integer digits)
{
    const Number number = to_number(value);
    if (digits < 0)
        return rounded_to_tens(number, -digits);
    if (const auto* integer = std::get_if<Integer>(&number))
        return made_of(*integer);
    constexpr Integer max_digits = 18;
    const auto exact = decimal_of(number);
    const auto result
        = exact ? exact->rounded(static_cast<int>(std::min(digits, max_digits))) : std::nullopt;
    if (digits == 0)
        return result ? integer_value(*result) : integer_value(std::round(double_of(number)));
    return made_of(result ? result->to_double() : double_of(number));
}

std::string number_text(double number)
{
    if (!std::isfinite(number))
        throw too_large();
    std::array<char, 32> buffer {};
    const auto written = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific);
    const std::string_view text(buffer.data(), written.ptr);
    const auto mark = text.find('e');
    const int exponent = std::stoi(std::string(text.substr(mark + 1)));
    if (exponent >= 16 || exponent < -4) { // 1.0e+16, like the reference implementation
        const std::string digits(text.substr(0, mark));
        return digits + (digits.find('.') == std::string::npos ? ".0" : "")
            + std::string(text.substr(mark));
    }
    const auto fixed = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed);
    const std::string digits(buffer.data(), fixed.ptr);
    return digits + (digits.find('.') == std::string::npos ? ".0" : "");
}

static std::optional<Integer> whole_number(const Value& value)
{
    if (!value.is(Value::Kind::json))
        return std::nullopt;
    if (value.json->is_number_integer())
        return std::get<Integer>(to_number(value));
    if (!value.is_text())
        return std::nullopt;
    const auto text = text::stripped(value.json->get_ref<const std::string&>());
    if (text.empty() || integer_length(text) != text.size())
        return std::nullopt;
    return integer_in(text);
}

Integer integer_of(const Value& value, std::string_view what)
{
    if (const auto integer = whole_number(value))
        return *integer;
    throw ToolError(Code::bad_request, std::string(what) + " is not an integer");
}

}
