#include "frontends/chat/name_search.hpp"

#include "frontends/chat/name_order.hpp"

#include <algorithm>
#include <tuple>

namespace frontends::chat {

void NameSearch::look_for(
    const std::string& letters, const std::vector<std::string>& names, std::size_t generation)
{
    const bool is_same = generation == of && next <= names.size();
    if (is_same && letters == wanted)
        return;
    const bool is_narrower
        = is_same && !wanted.empty() && letters.starts_with(wanted) && at == narrowed.size();
    if (is_narrower) {
        narrowed.clear();
        narrowed.reserve(found.size());
        for (const Found& one : found)
            narrowed.push_back(one.index);
        std::sort(narrowed.begin(), narrowed.end());
    } else {
        narrowed.clear();
        next = 0;
    }
    at = 0;
    found.clear();
    wanted = letters;
    of = generation;
}

void NameSearch::look_at(const std::vector<std::string>& names, std::uint32_t index)
{
    ++examined;
    if (const auto score = score_of_name(names[index], wanted))
        found.push_back({*score, index});
}

bool NameSearch::step(const std::vector<std::string>& names, std::chrono::milliseconds time)
{
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t between_looks = 1024; // at the clock
    const Clock::time_point until = Clock::now() + time;
    std::size_t count = 0;
    while (at < narrowed.size() || next < names.size()) {
        if (++count % between_looks == 0 && time.count() > 0 && Clock::now() >= until)
            return false;
        look_at(names, at < narrowed.size() ? narrowed[at++] : static_cast<std::uint32_t>(next++));
    }
    return true;
}

std::vector<std::string> NameSearch::best(const std::vector<std::string>& names) const
{
    static constexpr std::size_t most = 100;
    std::vector<Found> sorted = found;
    const auto is_better = [&](const Found& one, const Found& other) {
        const std::string& left = names[one.index];
        const std::string& right = names[other.index];
        return std::forward_as_tuple(-one.score, left.size(), left)
            < std::forward_as_tuple(-other.score, right.size(), right);
    };
    const std::size_t count = std::min(most, sorted.size());
    std::partial_sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count),
        sorted.end(), is_better);
    std::vector<std::string> best;
    best.reserve(count);
    for (std::size_t index = 0; index < count; ++index)
        best.push_back(names[sorted[index].index]);
    return best;
}

}
