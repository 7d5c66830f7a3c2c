#include "agent/liquid/characters.hpp"
#include "agent/liquid/date_format.hpp"
#include "agent/liquid/filters.hpp"
#include "agent/liquid/number.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <optional>

namespace agent::liquid {

// The parts of a date as they are found, in any order.
struct DateParts {
    std::optional<int> year = {};
    std::optional<int> month = {};
    std::optional<int> day = {};
    int hour = 0;
    int minute = 0;
    int second = 0;
    int nanosecond = 0;
    int offset = 0; // seconds east of UTC
};

static constexpr std::array<std::string_view, 12> month_names {
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
static constexpr std::array<std::string_view, 7> day_names {
    "sun", "mon", "tue", "wed", "thu", "fri", "sat"};

static bool is_letter_of_date(char letter)
{
    return text::in_lower_case(letter) >= 'a' && text::in_lower_case(letter) <= 'z';
}

// The digits at the beginning as a number, taken from the text; nothing if there are none, or more
// than nine.
static std::optional<int> take_number(std::string_view& text, std::size_t most = 9)
{
    int number = 0;
    const auto limit = std::min(most, text.size());
    const auto read = std::from_chars(text.data(), text.data() + limit, number);
    if (read.ec != std::errc() || number < 0 || text[0] == '-')
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

static bool take(std::string_view& text, char letter)
{
    if (!text.starts_with(letter))
        return false;
    text.remove_prefix(1);
    return true;
}

// :MM[:SS[.fraction]] after an hour.
static bool take_time(std::string_view& text, int hour, DateParts& found)
{
    found.hour = hour;
    const auto minute = take(text, ':') ? take_number(text, 2) : std::nullopt;
    if (!minute)
        return false;
    found.minute = *minute;
    if (!take(text, ':'))
        return true;
    const auto second = take_number(text, 2);
    found.second = second.value_or(0);
    if (second && text.size() > 1 && text[0] == '.' && text::is_digit(text[1])) {
        text.remove_prefix(1);
        for (int unit = 100'000'000; !text.empty() && text::is_digit(text[0]); unit /= 10) {
            found.nanosecond += unit * (text[0] - '0');
            text.remove_prefix(1);
        }
    }
    return second.has_value();
}

// +HH[[:]MM] after its sign.
static bool take_offset(std::string_view& text, int sign, DateParts& found)
{
    const auto hours = take_number(text, 2);
    take(text, ':');
    const auto minutes = take_number(text, 2);
    found.offset = sign * (hours.value_or(0) * 3600 + minutes.value_or(0) * 60);
    return hours.has_value();
}

static bool take_word(std::string_view& text, DateParts& found)
{
    const auto* end = std::find_if_not(text.begin(), text.end(), is_letter_of_date);
    const std::string word
        = text::in_lower_case(text.substr(0, static_cast<std::size_t>(end - text.begin())));
    text.remove_prefix(word.size());
    const auto begins = [&](std::string_view name) { return word.starts_with(name); };
    const auto month = std::find_if(month_names.begin(), month_names.end(), begins);
    if (word.size() >= 3 && month != month_names.end()) {
        found.month = static_cast<int>(month - month_names.begin()) + 1;
        return true;
    }
    if (word.size() >= 3 && std::any_of(day_names.begin(), day_names.end(), begins))
        return true;
    if (word == "am" || word == "pm") {
        found.hour = found.hour % 12 + (word == "pm" ? 12 : 0);
        return true;
    }
    return word == "t" || word == "z" || word == "utc" || word == "gmt" || word == "st"
        || word == "nd" || word == "rd" || word == "th";
}

// YYYY-MM-DD and YYYY/MM/DD after the year.
static bool take_month_and_day(std::string_view& text, char separator, DateParts& found)
{
    text.remove_prefix(1);
    found.month = take_number(text, 2);
    if (found.month && take(text, separator))
        found.day = take_number(text, 2);
    else
        found.day = 1;
    return found.month && found.day;
}

static bool take_digits(std::string_view& text, DateParts& found)
{
    const std::size_t size = text.size();
    const auto number = take_number(text);
    const std::size_t digits = size - text.size();
    if (!number)
        return false;
    if (digits == 4 && !found.year) {
        found.year = number;
        const bool goes_on
            = text.size() > 1 && (text[0] == '-' || text[0] == '/') && text::is_digit(text[1]);
        return !goes_on || take_month_and_day(text, text[0], found);
    }
    if (digits <= 2 && text.starts_with(':'))
        return take_time(text, *number, found);
    if (digits <= 2 && !found.day) {
        found.day = number;
        return true;
    }
    return false;
}

static bool is_possible(const DateParts& found)
{
    const auto is_in
        = [](int value, int least, int most) { return value >= least && value <= most; };
    return found.year && found.month && is_in(*found.month, 1, 12)
        && is_in(found.day.value_or(1), 1, 31) && is_in(found.hour, 0, 24)
        && is_in(found.minute, 0, 59) && is_in(found.second, 0, 60);
}

static std::optional<Date> date_in(std::string_view text)
{
    DateParts found;
    while (!text.empty()) {
        const char letter = text[0];
        const bool is_sign = (letter == '+' || letter == '-') && found.day.has_value();
        if (is_letter_of_date(letter) ? take_word(text, found)
                                      : text::is_digit(letter) && take_digits(text, found))
            continue;
        if (!is_whitespace(letter) && letter != ',' && !is_sign)
            return std::nullopt;
        text.remove_prefix(1);
        if (is_sign && !take_offset(text, letter == '+' ? 1 : -1, found))
            return std::nullopt;
    }
    if (!is_possible(found))
        return std::nullopt;
    std::tm parts {};
    parts.tm_year = *found.year - 1900;
    parts.tm_mon = *found.month - 1;
    parts.tm_mday = found.day.value_or(1);
    parts.tm_hour = found.hour;
    parts.tm_min = found.minute;
    parts.tm_sec = found.second;
    return Date {.seconds = timegm(&parts) - found.offset,
        .nanoseconds = found.nanosecond,
        .offset = found.offset};
}

static std::optional<Date> date_of_input(const Use& use)
{
    if (use.input.is(Value::Kind::json) && use.input.json->is_number_integer())
        return Date {.seconds = integer_of(use.input, "the date")};
    if (!use.input.is_text())
        return std::nullopt;
    const auto& text = use.input.json->get_ref<const std::string&>();
    if (text == "now" || text == "today")
        return Date {.seconds = use.scope.settings.now};
    const bool is_number = !text.empty() && text.size() <= 12
        && std::all_of(text.begin(), text.end(), text::is_digit);
    return is_number ? Date {.seconds = integer_of(use.input, "the date")} : date_in(text);
}

Value date_of(const Use& use)
{
    const std::string format = use.text(0);
    const auto date = format.empty() ? std::nullopt : date_of_input(use);
    if (!date)
        return use.input;
    BoundedText result(use.scope);
    add_formatted(*date, format, result);
    return made_of(std::move(result.text));
}

}
