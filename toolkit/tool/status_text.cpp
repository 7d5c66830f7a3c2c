#include "toolkit/tool/status_text.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

std::string_view type_name(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG: return "file";
    case S_IFDIR: return "directory";
    case S_IFLNK: return "symlink";
    case S_IFIFO: return "fifo";
    case S_IFSOCK: return "socket";
    default: return "device";
    }
}

std::string mode_octal(mode_t mode)
{
    std::string text;
    for (int shift = 9; shift >= 0; shift -= 3)
        text += static_cast<char>('0' + (mode >> static_cast<unsigned>(shift) & 7U));
    return text;
}

std::string rfc3339(const timespec& time)
{
    using namespace std::chrono;
    constexpr sys_seconds first = sys_days(year(0) / January / 1);
    constexpr sys_seconds last = sys_days(year(9999) / December / 31) + 24h - 1s;
    const sys_seconds second = std::clamp(sys_seconds(seconds(time.tv_sec)), first, last);
    const auto day = floor<days>(second);
    const year_month_day date(day);
    const hh_mm_ss clock(second - day);
    std::array<char, 64> text {};
    const int length = std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%09ldZ",
        static_cast<int>(date.year()), static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
        static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
        static_cast<int>(clock.seconds().count()), time.tv_nsec);
    return {text.data(), static_cast<std::size_t>(length)};
}
