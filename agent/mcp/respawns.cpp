#include "agent/mcp/respawns.hpp"

#include <algorithm>

namespace agent::mcp {

using namespace std::chrono_literals;

std::optional<Respawns::Clock::time_point> Respawns::after_end(
    Clock::time_point time, double chance)
{
    constexpr auto counted = 10min;
    constexpr std::size_t most = 5;
    constexpr std::chrono::duration<double> longest = 30s;
    constexpr double max_less = 0.2;
    while (!ends.empty() && ends.front() + counted <= time)
        ends.pop_front();
    ends.push_back(time);
    if (ends.size() > most)
        return std::nullopt;
    const auto delay = std::min(longest,
        std::chrono::duration<double>(first) * static_cast<double>(1U << (ends.size() - 1)));
    return time
        + std::chrono::duration_cast<Clock::duration>(
            delay * (1 - max_less * std::clamp(chance, 0.0, 1.0)));
}

}
