#include "agent/display/rows.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/shell_words.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace agent::display {

std::string with_commas(std::uint64_t number)
{
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;)
        digits.insert(at -= 3, 1, ',');
    return digits;
}

std::string shown_bytes(std::uint64_t bytes)
{
    if (bytes < 1000)
        return std::to_string(bytes) + " B";
    const bool is_kilo = bytes < 999'500;
    const double value = static_cast<double>(bytes) / (is_kilo ? 1000 : 1'000'000);
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), value < 9.95 ? "%.1f" : "%.0f", value);
    return std::string(text.data()) + (is_kilo ? " KB" : " MB");
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many)
{
    return with_commas(count) + " " + std::string(count == 1 ? one : many);
}

std::string shown_value(const Json& value)
{
    if (const auto* const text = value.get_ptr<const std::string*>())
        return *text;
    if (value.is_number() || value.is_boolean())
        return value.dump();
    std::string words;
    if (value.is_array())
        for (const Json& word : value)
            if (const auto* const text = word.get_ptr<const std::string*>())
                words += (words.empty() ? "" : " ") + text::shell_word(*text);
    return words;
}

// Returns a number that is not negative, or the size of a list; nullopt for other values.
static std::optional<std::uint64_t> count_in(const Json& value)
{
    if (value.is_array())
        return value.size();
    if (value.is_number_integer() && value >= 0)
        return value.get<std::uint64_t>();
    return std::nullopt;
}

// Returns the text for a field, given without braces; empty if it has no value or an empty word.
static std::string filled_field(std::string_view field, const Json& values)
{
    const std::size_t colon = std::min(field.find(':'), field.size());
    const Json& value = json::member(values, std::string(field.substr(0, colon)).c_str());
    if (colon == field.size())
        return shown_value(value);
    const std::string_view form = field.substr(colon + 1);
    const auto count = count_in(value);
    if (form == "bytes")
        return count ? shown_bytes(*count) : "";
    const std::size_t slash = std::min(form.find('/'), form.size());
    const std::string_view one = form.substr(0, slash);
    const std::string_view many = form.substr(std::min(slash + 1, form.size()));
    if (value.is_boolean())
        return std::string(value.get<bool>() ? one : many);
    if (!count || (*count == 1 ? one : many).empty())
        return {};
    return counted(*count, one, many);
}

std::optional<std::string> filled(std::string_view row, const Json& values)
{
    std::string text;
    bool is_first = true;
    while (!row.empty()) {
        const std::size_t begin = std::min(row.find('{'), row.size());
        const std::size_t end = std::min(row.find('}', begin), row.size());
        const std::string_view before = row.substr(0, begin);
        const std::string value = begin < row.size()
            ? filled_field(row.substr(begin + 1, end - begin - 1), values)
            : std::string();
        if (begin < row.size() && value.empty() && is_first)
            return std::nullopt;
        if (begin == row.size() || is_first || !value.empty())
            text.append(before) += value;
        is_first = is_first && begin == row.size();
        row.remove_prefix(std::min(end + 1, row.size()));
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}

}
