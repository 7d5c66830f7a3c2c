#include "agent/workflow/yaml_scalar.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

namespace agent::workflow {

static bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

template<class Integer>
static std::optional<Integer> integer_in(std::string_view digits, int base)
{
    Integer number = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, number, base);
    if (read.ec != std::errc() || read.ptr != end)
        return std::nullopt;
    return number;
}

static bool is_decimal(std::string_view text)
{
    std::size_t digits = 0;
    std::size_t place = 0;
    const auto skip_digits = [&] {
        const std::size_t first = place;
        while (place < text.size() && text::is_digit(text[place]))
            ++place;
        return place - first;
    };
    digits = skip_digits();
    if (place < text.size() && text[place] == '.') {
        ++place;
        digits += skip_digits();
    }
    if (digits == 0)
        return false;
    if (place < text.size() && (text[place] == 'e' || text[place] == 'E')) {
        ++place;
        if (place < text.size() && (text[place] == '+' || text[place] == '-'))
            ++place;
        return skip_digits() > 0 && place == text.size();
    }
    return place == text.size();
}

static Json number_in(std::string_view text)
{
    const bool has_sign = text.starts_with('-') || text.starts_with('+');
    const std::string_view digits = text.substr(has_sign ? 1 : 0);
    if (!has_sign && text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'o'))
        if (const auto number = integer_in<std::uint64_t>(text.substr(2), text[1] == 'x' ? 16 : 8))
            return *number;
    if (!is_decimal(digits))
        return nullptr;
    const std::string signed_text = (text.starts_with('-') ? "-" : "") + std::string(digits);
    if (const auto number = integer_in<std::int64_t>(signed_text, 10))
        return *number;
    if (const auto number = integer_in<std::uint64_t>(signed_text, 10))
        return *number;
    const double number = std::strtod(signed_text.c_str(), nullptr);
    return std::isfinite(number) ? Json(number) : Json();
}

Json plain_scalar(std::string_view text)
{
    static constexpr std::string_view beginnings = "~nNtTfF+-.0123456789"; // of what is no text
    if (!text.empty() && beginnings.find(text[0]) == std::string_view::npos)
        return std::string(text);
    if (is_one_of(text, {"", "~", "null", "Null", "NULL"}))
        return nullptr;
    if (is_one_of(text, {"true", "True", "TRUE"}))
        return true;
    if (is_one_of(text, {"false", "False", "FALSE"}))
        return false;
    Json number = number_in(text);
    return number.is_null() ? Json(std::string(text)) : number;
}

}
