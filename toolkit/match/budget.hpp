#pragma once

#include "toolkit/system/error.hpp"

#include <cstddef>
#include <utility>

namespace toolkit::match {

// Bounds what all comparisons of a search may cost.
class Budget {
public:
    // `excess` is the error of a search that would take more than `max` comparisons.
    Budget(std::size_t max, system::ToolError excess)
        : left(max)
        , excess(std::move(excess))
    {
    }

    // Throws the error if nothing is left.
    void spend(std::size_t comparisons)
    {
        if (comparisons > left)
            throw excess;
        left -= comparisons;
    }

private:
    std::size_t left;
    system::ToolError excess;
};

// As many comparisons as take about a tenth of a second.
inline constexpr std::size_t max_comparisons = 50'000'000;

}
