#pragma once

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace frontends::serve {

// Returns a new id of 26 characters (0-9 A-Z without I L O U): the time in milliseconds, by which
// ids sort, and 80 random bits.
std::string new_run_id(std::chrono::system_clock::time_point now);

// Returns the time in an id; the epoch if it is not an id.
std::chrono::system_clock::time_point time_of_run_id(std::string_view id);

// Determines the times of ids so that they sort in the order in which they were made, also within a
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

// An id for long lists, without an allocation.
class RunId {
public:
    RunId() = default;

    // Takes the first 26 characters of `id`, so that other texts can be compared with ids, too.
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
