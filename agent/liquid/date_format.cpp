#include "agent/liquid/date_format.hpp"

#include "agent/liquid/characters.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/lower_case.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <string>

namespace agent::liquid {

struct Directive {
    std::string_view flags;
    std::size_t width = 0; // 0: that of the letter
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

// A number of the date, with its width and the letter that fills it; width 0 if the directive has
// no number.
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

// After a %: the directive, taken from the format; its letter is 0 if it is none.
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
