#include "budget.hpp"

#include "tools/exec/process/told_to_end.hpp"

namespace exec::git {

namespace {

struct CostLimit {
    std::size_t most;
    std::string_view reason;
};

// In the order of Cost.
constexpr std::array cost_limits {
    CostLimit {200'000, "the directories of repositories have more than 200,000 entries"},
    CostLimit {100'000, "the repositories that an index names are too many, or too far away"},
    CostLimit {100'000, "links in repositories are too many, or lead too far"},
    CostLimit {100'000, "the files that configs name are too many, or too far away"},
    CostLimit {64 << 20, "the configs have more than 64 MiB"},
    CostLimit {128 << 20, "the indexes have more than 128 MiB"},
};

constexpr std::chrono::seconds max_time_of_look {10};

}

Budget::Budget()
    : rest {}
    , deadline(Clock::now() + max_time_of_look)
{
    for (std::size_t at = 0; at < rest.size(); ++at)
        rest[at] = cost_limits[at].most;
}

bool Budget::take(Cost cost, std::size_t count)
{
    if (is_over(count))
        return false;
    std::size_t& room = rest[static_cast<std::size_t>(cost)];
    const bool has_room = room >= count;
    room = has_room ? room - count : 0;
    if (!has_room)
        leave_out(cost_limits[static_cast<std::size_t>(cost)].reason);
    return has_room;
}

bool Budget::take_path(Cost cost, std::string_view path)
{
    constexpr std::size_t bytes_of_one = 64;
    return take(cost, 1 + path.size() / bytes_of_one);
}

void Budget::leave_out(std::string_view why)
{
    if (first_reason.empty())
        first_reason = why;
}

bool Budget::is_over(std::size_t count)
{
    constexpr std::size_t between_looks = 256;
    since_look_at_clock += count;
    if (!has_ended && since_look_at_clock >= between_looks) {
        since_look_at_clock = 0;
        has_ended = Clock::now() > deadline || process::is_told_to_end();
    }
    if (has_ended)
        leave_out("there was no time for more");
    return has_ended;
}

}
