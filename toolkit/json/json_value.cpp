#include "toolkit/json/json_value.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace toolkit::json {

static bool is_whole(const Json& value)
{
    return value.is_number_integer()
        || (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
}

long double number_of(const Json& value)
{
    if (value.is_number_unsigned())
        return static_cast<long double>(value.get<std::uint64_t>());
    if (value.is_number_integer())
        return static_cast<long double>(value.get<std::int64_t>());
    return value.get<double>();
}

// Joins the members of an object or the elements of an array.
static std::string joined(const std::vector<std::string>& pieces, const char* brackets)
{
    std::string text(1, brackets[0]);
    for (const auto& piece : pieces)
        text += (text.size() == 1 ? "" : ",") + piece;
    return text + brackets[1];
}

std::string canonical(const Json& value)
{
    std::vector<std::string> pieces;
    if (value.is_array()) {
        for (const auto& element : value)
            pieces.push_back(canonical(element));
        return joined(pieces, "[]");
    }
    if (value.is_object()) {
        for (const auto& [name, member] : value.items())
            pieces.push_back(Json(name).dump() + ":" + canonical(member));
        std::sort(pieces.begin(), pieces.end());
        return joined(pieces, "{}");
    }
    if (value.is_number_float() && is_whole(value) && std::abs(value.get<double>()) < 0x1p63)
        return std::to_string(value.get<std::int64_t>());
    return value.dump();
}

bool has_type(const Json& value, const std::string& type)
{
    return (type == "string" && value.is_string()) || (type == "integer" && is_whole(value))
        || (type == "number" && value.is_number()) || (type == "boolean" && value.is_boolean())
        || (type == "object" && value.is_object()) || (type == "array" && value.is_array())
        || (type == "null" && value.is_null());
}

bool is_multiple(long double value, long double of)
{
    if (std::fmod(value, of) == 0)
        return true;
    // 0.0075 and 0.0001 have no exact binary form, so their quotient is not exactly 75.
    const auto quotient = static_cast<double>(value / of);
    return std::isfinite(quotient) && std::abs(quotient) < 0x1p53
        && std::abs(quotient - std::round(quotient)) < 1e-12 * std::max(1.0, std::abs(quotient));
}

std::size_t length_of(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](unsigned char c) { return (c & 0xc0U) != 0x80U; }));
}

std::string shown(const Json& value)
{
    constexpr std::size_t most = 60;
    if (value.is_structured())
        return value.is_array() ? "an array" : "an object";
    const auto* const text = value.get_ptr<const std::string*>();
    return text::shortened(
        text != nullptr ? Json(text::printable(*text)).dump() : value.dump(), most);
}

bool is_nothing(const Json& value)
{
    return value.is_null() || value == false || value == ""
        || (value.is_structured() && value.empty());
}

const Json& member(const Json& json, const char* name)
{
    static const Json none;
    if (!json.is_object())
        return none;
    const auto found = json.find(name);
    return found == json.end() ? none : *found;
}

std::string string_member(const Json& json, const char* name)
{
    const Json& value = member(json, name);
    return value.is_string() ? value.get<std::string>() : std::string();
}

}
