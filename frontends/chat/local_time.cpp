#include "frontends/chat/local_time.hpp"

#include "toolkit/system/own_process.hpp"

#include <array>

namespace frontends::chat {

static std::string formatted(const std::tm& parts, const char* format)
{
    std::array<char, 64> text {};
    return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

static bool is_same_day(const std::tm& left, const std::tm& right)
{
    return left.tm_year == right.tm_year && left.tm_yday == right.tm_yday;
}

std::string local_time(std::time_t time, std::time_t now)
{
    std::tm then {};
    std::tm today {};
    std::tm yesterday {};
    if (localtime_r(&time, &then) == nullptr || localtime_r(&now, &today) == nullptr)
        return {};
    yesterday = today;
    yesterday.tm_mday -= 1;
    yesterday.tm_hour = 12; // exists on each day
    yesterday.tm_isdst = -1;
    std::mktime(&yesterday);
    if (is_same_day(then, today))
        return formatted(then, "today %H:%M");
    if (is_same_day(then, yesterday))
        return formatted(then, "yesterday %H:%M");
    return formatted(then, then.tm_year == today.tm_year ? "%b %-d %H:%M" : "%b %-d %Y");
}

std::time_t seconds_of(const std::string& time)
{
    std::tm parts {};
    if (strptime(time.c_str(), "%Y-%m-%dT%H:%M:%S", &parts) == nullptr)
        return 0;
    return timegm(&parts);
}

std::string with_tilde(const std::string& path)
{
    const std::string home = toolkit::system::environment_variable("HOME");
    const bool is_within = home.size() > 1 && path.starts_with(home)
        && (path.size() == home.size() || path[home.size()] == '/');
    return is_within ? "~" + path.substr(home.size()) : path;
}

}
