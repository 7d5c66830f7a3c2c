#pragma once

#include "agent/loop/tally.hpp"
#include "agent/workflow/model.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace agent;

// Costs are counted in billionths, so that forked processes can add them up.
constexpr double parts_of_cost = 1e9;
constexpr double max_cost = 1e8;

// The `limits` of a workflow, for all of its steps together, and those of the workflow that has
// called it. Forked processes share the counts.
class Limits {
public:
    // `outer` must outlive the object. Throws as system_error() does.
    explicit Limits(const Workflow& workflow, Limits* outer = nullptr);
    Limits(const Limits&) = delete;
    Limits& operator=(const Limits&) = delete;

    // Counts a call of a tool that is about to be made. Returns false if the limit is reached.
    bool take_call();

    // True if a call was refused because of the limit: the workflow ends.
    bool is_out_of_calls() const;

    // Return the rest of each limit, at least 0; nullopt if there is no limit.
    std::optional<std::int64_t> calls_left() const;
    std::optional<std::int64_t> requests_left() const;
    std::optional<std::int64_t> tokens_left() const;
    std::optional<std::int64_t> cost_left() const; // in billionths

    // The use of a run of a model. `lacked_calls`: it requested more calls than were left.
    struct Used {
        const loop::Tally& tally;
        std::int64_t calls;
        bool lacked_calls;
        std::int64_t cost; // in billionths
    };
    void count(const Used& used);

    // Adds the use of an agent to which a model has given a task.
    void count_agent(std::int64_t tokens, std::int64_t cost);

    // Records that a server was not reached, or was too busy: another attempt of the run may
    // succeed.
    void note_trouble();
    bool has_met_trouble() const { return counts->has_trouble; }

    // Suspends the limits, for final steps.
    void suspend(bool is_suspended) { are_suspended = is_suspended; }

private:
    static constexpr std::int64_t unlimited = std::int64_t {1} << 60;
    struct Counts {
        std::atomic<std::int64_t> calls {unlimited};
        std::atomic<std::int64_t> requests {unlimited};
        std::atomic<std::int64_t> tokens {unlimited};
        std::atomic<std::int64_t> cost {unlimited};
        std::atomic<bool> has_trouble {false};
    };
    struct Unmap {
        void operator()(Counts* counts) const;
    };

    std::optional<std::int64_t> left(std::atomic<std::int64_t> Counts::*count) const;

    Limits* outer;
    std::unique_ptr<Counts, Unmap> counts; // in memory that forked processes share
    bool are_suspended = false;
};

}
