#include "posix_zone.hpp"

#include "toolkit/system/error.hpp"

#include <charconv>
#include <chrono>

namespace get_time {

using namespace toolkit;

namespace {

using namespace std::chrono;

// A day of the year on which the clocks change, and the time of day in seconds.
struct Change {
    enum Kind { month_week_day, day_without_leap, day_with_leap } kind = month_week_day;
    unsigned month = 1;
    unsigned week = 1; // 5: the last in the month
    unsigned day = 0; // of the week, or of the year
    std::int64_t time = 2 * 3600;
};

class Reader {
public:
    explicit Reader(std::string_view text)
        : text(text)
        , rest(text)
    {
    }

    bool is_at_end() const { return rest.empty(); }

    bool take(char letter)
    {
        if (!rest.starts_with(letter))
            return false;
        rest.remove_prefix(1);
        return true;
    }

    std::string name()
    {
        const bool is_quoted = take('<');
        std::size_t length = 0;
        while (length < rest.size()
            && (is_quoted ? rest[length] != '>'
                          : std::string_view("+-,0123456789").find(rest[length])
                        == std::string_view::npos))
            ++length;
        std::string result(rest.substr(0, length));
        rest.remove_prefix(length);
        if (is_quoted && !take('>'))
            fail();
        return result;
    }

    unsigned number()
    {
        unsigned value = 0;
        const auto result = std::from_chars(rest.data(), rest.data() + rest.size(), value);
        if (result.ec != std::errc())
            fail();
        rest.remove_prefix(static_cast<std::size_t>(result.ptr - rest.data()));
        return value;
    }

    // [+-]hh[:mm[:ss]]
    std::int64_t seconds()
    {
        const bool is_negative = take('-');
        if (!is_negative)
            take('+');
        std::int64_t value = std::int64_t {3600} * number();
        if (take(':'))
            value += std::int64_t {60} * number();
        if (take(':'))
            value += number();
        return is_negative ? -value : value;
    }

    Change change()
    {
        Change result;
        if (take('M')) {
            result.month = number();
            if (!take('.'))
                fail();
            result.week = number();
            if (!take('.'))
                fail();
        } else
            result.kind = take('J') ? Change::day_without_leap : Change::day_with_leap;
        result.day = number();
        if (take('/'))
            result.time = seconds();
        return result;
    }

    [[noreturn]] void fail() const
    {
        throw ToolError(Code::internal,
            "the zone database holds a rule that can't be read: " + std::string(text));
    }

private:
    std::string_view text;
    std::string_view rest;
};

// Returns the time of the change in seconds since the epoch, in local time.
std::int64_t wall_time(const Change& change, year in_year)
{
    sys_days day;
    if (change.kind == Change::month_week_day) {
        const year_month in_month = in_year / month(change.month);
        day = change.week == 5 ? sys_days(in_month / weekday(change.day)[last])
                               : sys_days(in_month / weekday(change.day)[change.week]);
    } else {
        const bool skips_leap_day
            = change.kind == Change::day_without_leap && in_year.is_leap() && change.day >= 60;
        const unsigned from_zero = change.day - (change.kind == Change::day_without_leap ? 1 : 0)
            + (skips_leap_day ? 1 : 0);
        day = sys_days(in_year / January / 1) + days(from_zero);
    }
    return duration_cast<seconds>(day.time_since_epoch()).count() + change.time;
}

}

ZonePeriod posix_period(std::string_view rule, std::int64_t unix_seconds)
{
    Reader reader(rule);
    ZonePeriod standard;
    standard.abbreviation = reader.name();
    standard.offset_seconds = -reader.seconds(); // POSIX counts to the west
    if (reader.is_at_end())
        return standard;
    ZonePeriod summer {standard.offset_seconds + 3600, reader.name()};
    if (!reader.take(',')) {
        summer.offset_seconds = -reader.seconds();
        if (!reader.take(','))
            reader.fail();
    }
    const Change begin = reader.change();
    if (!reader.take(','))
        reader.fail();
    const Change end = reader.change();

    const sys_seconds local {seconds(unix_seconds + standard.offset_seconds)};
    const year in_year = year_month_day(floor<days>(local)).year();
    const std::int64_t summer_begins = wall_time(begin, in_year) - standard.offset_seconds;
    const std::int64_t summer_ends = wall_time(end, in_year) - summer.offset_seconds;
    const bool is_summer = summer_begins < summer_ends
        ? unix_seconds >= summer_begins && unix_seconds < summer_ends
        : unix_seconds >= summer_begins || unix_seconds < summer_ends;
    return is_summer ? summer : standard;
}

}
