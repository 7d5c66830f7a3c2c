#include "agent/liquid/date.hpp"

#include "agent/liquid/characters.hpp"
#include "agent/liquid/filters.hpp"
#include "agent/liquid/number.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <optional>
#include <string>

namespace agent::liquid {

// The parts of a date, found in any order.
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

// Removes the digits at the beginning, and returns them as a number, at most `most` of them.
// Returns nullopt if there are none.
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

// Reads :MM[:SS[.fraction]] after an hour.
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

// Reads HH[[:]MM] after the sign of an offset.
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

// Reads the rest of YYYY-MM-DD or YYYY/MM/DD after the year.
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

struct Directive {
    std::string_view flags;
    std::size_t width = 0; // 0: the default of the letter
    char letter = 0;
};

static std::string padded(std::int64_t number, std::size_t width, char pad)
{
    const std::string digits = std::to_string(number < 0 ? -number : number);
    const std::size_t missing = width > digits.size() ? width - digits.size() : 0;
    return std::string(number < 0 ? "-" : "") + std::string(missing, pad) + digits;
}

static std::string offset_text(int offset, bool has_colon)
{
    const int minutes = std::abs(offset) / 60;
    return (offset < 0 ? "-" : "+") + padded(minutes / 60, 2, '0') + (has_colon ? ":" : "")
        + padded(minutes % 60, 2, '0');
}

static std::string by_strftime(const std::tm& parts, char letter)
{
    std::array<char, 128> buffer {};
    const std::array<char, 3> format {'%', letter, 0};
    return {buffer.data(), std::strftime(buffer.data(), buffer.size(), format.data(), &parts)};
}

// A number of the date, with its width and padding character. Width 0 if the directive is not a
// number.
struct NumberForm {
    std::int64_t number = 0;
    std::size_t width = 0;
    char pad = '0';
};

static NumberForm number_form(const Date& date, const std::tm& parts, char letter)
{
    const int hour = (parts.tm_hour + 11) % 12 + 1;
    const std::int64_t year = 1900 + std::int64_t {parts.tm_year};
    switch (letter) {
    case 'Y': return {year, 4};
    case 'C': return {year / 100, 2};
    case 'y': return {year % 100, 2};
    case 'm': return {parts.tm_mon + 1, 2};
    case 'd': return {parts.tm_mday, 2};
    case 'e': return {parts.tm_mday, 2, ' '};
    case 'j': return {parts.tm_yday + 1, 3};
    case 'H': return {parts.tm_hour, 2};
    case 'k': return {parts.tm_hour, 2, ' '};
    case 'I': return {hour, 2};
    case 'l': return {hour, 2, ' '};
    case 'M': return {parts.tm_min, 2};
    case 'S': return {parts.tm_sec, 2};
    case 's': return {date.seconds, 1};
    case 'u': return {(parts.tm_wday + 6) % 7 + 1, 1};
    case 'w': return {parts.tm_wday, 1};
    default: return {};
    }
}

static bool is_of_strftime(char letter) { return text::is_one_of(letter, "aAbBhpcDFvxXrRTGgVUW"); }

static std::string text_of_letter(
    const Date& date, const std::tm& parts, const Directive& directive)
{
    switch (directive.letter) {
    case 'n': return "\n";
    case 't': return "\t";
    case '%': return "%";
    case 'P': return parts.tm_hour < 12 ? "am" : "pm";
    case 'z': return offset_text(date.offset, directive.flags.find(':') != std::string_view::npos);
    case 'Z': return date.offset == 0 ? "UTC" : "";
    case 'v': {
        const std::string month = in_capitals(by_strftime(parts, 'b'));
        return padded(parts.tm_mday, 2, ' ') + "-" + month + "-" + by_strftime(parts, 'Y');
    }
    case 'L':
    case 'N': {
        const std::size_t standard = directive.letter == 'L' ? 3 : 9;
        const std::size_t width = directive.width == 0 ? standard : directive.width;
        std::string digits = padded(date.nanoseconds, 9, '0');
        digits.resize(width, '0');
        return digits;
    }
    default: return by_strftime(parts, directive.letter);
    }
}

static bool has_flag(const Directive& directive, char flag)
{
    return directive.flags.find(flag) != std::string_view::npos;
}

static std::string with_case(const Directive& directive, const std::string& text)
{
    if (has_flag(directive, '#') && directive.letter == 'p')
        return text::in_lower_case(text);
    return has_flag(directive, '^') || has_flag(directive, '#') ? in_capitals(text) : text;
}

static std::string formatted(const Date& date, const std::tm& parts, const Directive& directive)
{
    const NumberForm form = number_form(date, parts, directive.letter);
    const char chosen = has_flag(directive, '0') ? '0' : has_flag(directive, '_') ? ' ' : form.pad;
    if (form.width > 0) {
        const std::size_t width = directive.width == 0 ? form.width : directive.width;
        return padded(form.number, has_flag(directive, '-') ? 0 : width, chosen);
    }
    std::string text = with_case(directive, text_of_letter(date, parts, directive));
    const std::size_t missing = directive.width > text.size() ? directive.width - text.size() : 0;
    return std::string(missing, has_flag(directive, '0') ? '0' : ' ') + text;
}

// Removes the directive that follows a '%' from the front of `format`, and returns it. If there is
// no valid one, its letter is 0 and `format` is unchanged.
static Directive take_directive(std::string_view& format)
{
    constexpr std::size_t max_width = 1024;
    const auto rest = format;
    const auto flags = std::min(rest.find_first_not_of("-0^#_:"), rest.size());
    Directive directive {.flags = rest.substr(0, flags)};
    const auto after_flags = rest.substr(flags);
    const auto digits = std::min(after_flags.find_first_not_of("0123456789"), after_flags.size());
    std::from_chars(after_flags.data(), after_flags.data() + digits, directive.width);
    directive.width = std::min(directive.width, max_width);
    if (digits == after_flags.size() || digits > 4)
        return directive;
    const char letter = after_flags[digits];
    const bool is_known
        = text::is_one_of(letter, "YCymdejHkIlMSsuwntP%zZLN") || is_of_strftime(letter);
    if (is_known) {
        directive.letter = letter;
        format.remove_prefix(flags + digits + 1);
    }
    return directive;
}

void add_formatted(const Date& date, std::string_view format, BoundedText& result)
{
    const std::time_t shifted = date.seconds + date.offset;
    std::tm parts {};
    if (gmtime_r(&shifted, &parts) == nullptr)
        throw ToolError(Code::bad_request, "a date is out of range");
    while (!format.empty()) {
        const auto mark = std::min(format.find('%'), format.size());
        result.add(format.substr(0, mark));
        format.remove_prefix(mark);
        if (format.empty())
            return;
        format.remove_prefix(1);
        const Directive directive = take_directive(format);
        result.add(directive.letter == 0 ? "%" : formatted(date, parts, directive));
    }
}

}
