#pragma once

#include <atomic>
#include <cstddef>

namespace fs_search::regex {

// Does it pay to ask a filter first? Not where most of what it lets through fails to match. Threads
// share one.
class Doubt {
public:
    // So many bytes were filtered, and so many lines passed without a match.
    void learn(std::size_t bytes, std::size_t failures)
    {
        filtered.fetch_add(bytes, std::memory_order_relaxed);
        failed.fetch_add(failures, std::memory_order_relaxed);
    }

    bool is_justified() const
    {
        // RE2 takes for a line about as long as for so many bytes.
        constexpr std::size_t bytes_for_a_failure = 200;
        constexpr std::size_t enough_to_know = 1 << 20;
        const std::size_t bytes = filtered.load(std::memory_order_relaxed);
        return bytes >= enough_to_know
            && failed.load(std::memory_order_relaxed) * bytes_for_a_failure > bytes;
    }

private:
    std::atomic<std::size_t> filtered = 0;
    std::atomic<std::size_t> failed = 0;
};

}
