#include "zone.hpp"

#include "database.hpp"
#include "posix_zone.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <chrono>

namespace get_time {

using namespace toolkit;

namespace {

// The data block of a TZif file in its 64-bit form: RFC 8536, sections 3.1 and 3.2.
class ZoneFile {
public:
    explicit ZoneFile(std::string_view bytes)
        : bytes(bytes)
    {
        const auto count = [&](std::size_t index) {
            return static_cast<std::size_t>(number(header_counts + 4 * index, 4));
        };
        times = count(3);
        types = count(4);
        const std::size_t letters = count(5);
        times_at = header_size;
        time_types_at = times_at + times * 8;
        types_at = time_types_at + times;
        letters_at = types_at + types * 6;
        footer_at = letters_at + letters + count(2) * 12 + count(1) + count(0);
    }

    ZonePeriod at(std::int64_t instant) const
    {
        std::size_t passed = 0; // number of transitions up to the instant
        for (std::size_t step = std::size_t {1} << 20U; step > 0; step /= 2)
            if (passed + step <= times && number(times_at + 8 * (passed + step - 1), 8) <= instant)
                passed += step;
        if (passed == times && !rule().empty())
            return posix_period(rule(), instant);
        return type(
            passed == 0 ? 0 : static_cast<unsigned char>(bytes[time_types_at + passed - 1]));
    }

private:
    static constexpr std::size_t header_size = 44;
    static constexpr std::size_t header_counts = 20;

    std::int64_t number(std::size_t at, std::size_t size) const
    {
        std::uint64_t value = size == 4 && static_cast<signed char>(bytes[at]) < 0 ? ~0ULL : 0;
        for (const char byte : bytes.substr(at, size))
            value = value << 8U | static_cast<unsigned char>(byte);
        return static_cast<std::int64_t>(value);
    }

    std::string_view rule() const
    {
        const std::string_view footer = bytes.substr(footer_at + 1);
        return footer.substr(0, footer.find('\n'));
    }

    ZonePeriod type(std::size_t index) const
    {
        const std::size_t at = types_at + 6 * index;
        const auto name_at = static_cast<unsigned char>(bytes[at + 5]);
        return {number(at, 4),
            std::string(bytes.substr(letters_at + name_at).data())}; // NUL-terminated
    }

    std::string_view bytes;
    std::size_t times, types;
    std::size_t times_at, time_types_at, types_at, letters_at, footer_at;
};

// The first call of printf would take longer than everything else in this program.
std::string digits(std::int64_t number, std::size_t width)
{
    std::string text(width, '0');
    for (std::size_t at = width; at-- > 0; number /= 10)
        text[at] = static_cast<char>('0' + number % 10);
    return text;
}

std::string format_offset(std::int64_t seconds)
{
    const std::int64_t size = seconds < 0 ? -seconds : seconds;
    std::string text
        = (seconds < 0 ? "-" : "+") + digits(size / 3600, 2) + ":" + digits(size / 60 % 60, 2);
    if (size % 60 != 0)
        text += ":" + digits(size % 60, 2);
    return text;
}

std::string format_local(std::int64_t unix_seconds)
{
    using namespace std::chrono;
    const sys_seconds local {seconds(unix_seconds)};
    const auto day = floor<days>(local);
    const year_month_day date(day);
    const hh_mm_ss time(local - day);
    return digits(static_cast<int>(date.year()), 4) + "-"
        + digits(static_cast<unsigned>(date.month()), 2) + "-"
        + digits(static_cast<unsigned>(date.day()), 2) + "T" + digits(time.hours().count(), 2) + ":"
        + digits(time.minutes().count(), 2) + ":" + digits(time.seconds().count(), 2);
}

ToolError unknown_zone(std::string_view zone)
{
    const std::string message = "unknown time zone " + text::in_quotes(zone);
    if (text::in_lower_case(zone) == "local")
        return {Code::not_found, message,
            "the user's time zone is not known here: name it, or send {\"timezone\":\"UTC\"}"};
    std::string hint
        = text::did_you_mean(zone, zone_names(), "IANA names are like 'Europe/Berlin' or 'UTC'");
    if (const auto near = text::nearest(zone, zone_names()))
        hint += " send {\"timezone\":\"" + std::string(*near) + "\"}";
    return {Code::not_found, message, hint};
}

}

LocalTime local_time(std::string_view zone, std::int64_t unix_seconds)
{
    const auto bytes = find_zone(zone);
    if (!bytes)
        throw unknown_zone(zone);
    const ZonePeriod period = ZoneFile(*bytes).at(unix_seconds);
    const std::string offset = format_offset(period.offset_seconds);
    return {
        format_local(unix_seconds + period.offset_seconds) + offset, offset, period.abbreviation};
}

}
