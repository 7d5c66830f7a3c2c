#pragma once

#include "agent/workflow/model.hpp"
#include "agent/workflow/problems.hpp"

#include <cstddef>
#include <vector>

namespace agent::workflow {

// The order of the steps of a `parallel`, by their `needs`. The steps must outlive the object.
// Steps are named by their positions.
class StepGraph {
public:
    explicit StepGraph(const std::vector<Step>& steps);

    // Returns the steps that a step names in `needs`.
    const std::vector<std::size_t>& needs_of(std::size_t step) const { return needs[step]; }

    // Returns the steps that a step needs, and in turn those that these need, each once.
    std::vector<std::size_t> needed_by(std::size_t step) const;

    // Adds a problem for each name in `needs` that is no step, and for each step that would wait
    // for itself.
    void check(Problems& problems) const;

private:
    const std::vector<Step>& steps;
    std::vector<std::vector<std::size_t>> needs; // as written, without unknown names
};

}
