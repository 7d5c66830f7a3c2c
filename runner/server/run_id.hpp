#pragma once

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace runner::server {

// 26 characters (0-9 A-Z without I L O U): the time in milliseconds, so that they sort by it, and
// 80 random bits.
std::string new_run_id(std::chrono::system_clock::time_point now);

// The time in an id; that of the epoch if it is none.
std::chrono::system_clock::time_point time_of_run_id(std::string_view id);

// The times of ids, so that they sort by the order in which they were made, also within a
// millisecond, and if the clock is set back.
class TimesOfIds {
public:
    explicit TimesOfIds(std::chrono::system_clock::time_point last)
        : last(last)
    {
    }

    std::chrono::system_clock::time_point next(std::chrono::system_clock::time_point now);

private:
    std::chrono::system_clock::time_point last;
};

bool is_run_id(std::string_view text);

// An id in a list of them, which can be long: no memory but its own.
class RunId {
public:
    RunId() = default;

    // What is_run_id() takes.
    explicit RunId(std::string_view id);

    std::string text() const { return {digits.begin(), digits.end()}; }

    friend bool operator==(const RunId&, const RunId&) = default;
    friend bool operator<(const RunId& left, const RunId& right)
    {
        return left.digits < right.digits;
    }

private:
    std::array<char, 26> digits {};
};

}
