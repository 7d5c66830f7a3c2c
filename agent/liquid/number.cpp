#include "agent/liquid/number.hpp"

#include "agent/liquid/characters.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_dec_float.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <variant>

namespace agent::liquid {

// More digits than a product of two numbers has that are written with at most 17.
using Decimal = boost::multiprecision::number<boost::multiprecision::cpp_dec_float<60>>;
using Integer = std::int64_t;
using Number = std::variant<Integer, Decimal>;

static ToolError too_large()
{
    return {Code::bad_request, "a number is too large", "numbers have at most 64 bits"};
}

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// The length of -1 or +1 at the beginning, and 0 if there are no digits.
static std::size_t integer_length(std::string_view text)
{
    const std::size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    std::size_t end = sign;
    while (end < text.size() && is_digit(text[end]))
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

static Number number_in(std::string_view text)
{
    text = text::stripped(text);
    const std::size_t size = integer_length(text);
    if (size == 0)
        return Integer {0};
    const auto fraction = text.substr(size);
    const bool is_fraction = fraction.size() > 1 && fraction[0] == '.'
        && std::all_of(fraction.begin() + 1, fraction.end(), is_digit);
    if (is_fraction && text.size() <= 400)
        return Decimal(std::string(text));
    return integer_in(text.substr(0, size));
}

static Number to_number(const Value& value)
{
    if (!value.is(Value::Kind::json))
        return Integer {0};
    if (value.is_text())
        return number_in(value.json->get_ref<const std::string&>());
    if (value.json->is_number_float())
        return Decimal(number_text(value.json->get<double>()));
    if (value.json->is_number_unsigned()
        && value.json->get<std::uint64_t>()
            > static_cast<std::uint64_t>(std::numeric_limits<Integer>::max()))
        throw too_large();
    return value.json->is_number_integer() ? value.json->get<Integer>() : Integer {0};
}

static double double_of(const Decimal& decimal)
{
    const std::string digits = decimal.str(0, std::ios::scientific);
    double result = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), result);
    if (read.ec == std::errc::result_out_of_range && abs(decimal) > 1)
        throw too_large();
    return result;
}

static Integer integer_of_decimal(const Decimal& whole)
{
    if (abs(whole) >= Decimal("9223372036854775808"))
        throw too_large();
    return whole.convert_to<Integer>();
}

static Value value_of(const Number& number)
{
    if (const auto* integer = std::get_if<Integer>(&number))
        return made_of(*integer);
    return made_of(double_of(std::get<Decimal>(number)));
}

static Decimal decimal_of(const Number& number)
{
    const auto* integer = std::get_if<Integer>(&number);
    return integer != nullptr ? Decimal(*integer) : std::get<Decimal>(number);
}

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

static Decimal computed_decimals(const Decimal& left, Operation operation, const Decimal& right)
{
    switch (operation) {
    case Operation::plus: return left + right;
    case Operation::minus: return left - right;
    case Operation::times: return left * right;
    case Operation::divided_by: return left / right;
    case Operation::modulo: break;
    }
    return left - floor(left / right) * right;
}

Value computed(const Value& left, Operation operation, const Value& right)
{
    const Number one = to_number(left);
    const Number other = to_number(right);
    const bool divides = operation == Operation::divided_by || operation == Operation::modulo;
    if (divides && decimal_of(other) == 0)
        throw ToolError(Code::bad_request, "division by zero");
    if (std::holds_alternative<Integer>(one) && std::holds_alternative<Integer>(other))
        return made_of(
            computed_integers(std::get<Integer>(one), operation, std::get<Integer>(other)));
    return made_of(double_of(computed_decimals(decimal_of(one), operation, decimal_of(other))));
}

int compared_numbers(const Value& left, const Value& right)
{
    const Decimal one = decimal_of(to_number(left));
    const Decimal other = decimal_of(to_number(right));
    return one < other ? -1 : one == other ? 0 : 1;
}

Value number_of(const Value& value) { return value_of(to_number(value)); }

Value absolute(const Value& value)
{
    const Number number = to_number(value);
    if (const auto* integer = std::get_if<Integer>(&number))
        return *integer < 0 ? computed(made_of(0), Operation::minus, value) : made_of(*integer);
    return made_of(double_of(abs(std::get<Decimal>(number))));
}

Value rounded_up(const Value& value)
{
    return made_of(integer_of_decimal(ceil(decimal_of(to_number(value)))));
}

Value rounded_down(const Value& value)
{
    return made_of(integer_of_decimal(floor(decimal_of(to_number(value)))));
}

Value rounded(const Value& value, Integer digits)
{
    const Number number = to_number(value);
    if (digits >= 0 && std::holds_alternative<Integer>(number))
        return value_of(number);
    constexpr Integer max_digits = 400; // more than any double has before or after its point
    const Integer places = std::clamp(digits, -max_digits, max_digits);
    const Decimal scale = pow(Decimal(10), static_cast<int>(places));
    const Decimal result = round(decimal_of(number) * scale) / scale;
    return digits > 0 ? made_of(double_of(result)) : made_of(integer_of_decimal(result));
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
    if (exponent >= 16 || exponent < -4) { // 1.0e+16, as the reference implementation has it
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
