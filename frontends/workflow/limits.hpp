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

// `limits` of a workflow, of all of its steps together, and of what is around it: of the workflow
// that has called it. Processes that are forked from this one count with it.
class Limits {
public:
    // `outer` has to outlive it. Throws what system_error() makes of a failure.
    explicit Limits(const Workflow& workflow, Limits* outer = nullptr);
    Limits(const Limits&) = delete;
    Limits& operator=(const Limits&) = delete;

    // For a call of a tool that is about to be made. False: the limit is used up.
    bool take_call();

    // A call was refused since the limit is used up: the workflow ends.
    bool is_out_of_calls() const;

    // What is left of each, at least 0; nothing if there is no limit.
    std::optional<std::int64_t> calls_left() const;
    std::optional<std::int64_t> requests_left() const;
    std::optional<std::int64_t> tokens_left() const;
    std::optional<std::int64_t> cost_left() const; // in billionths

    // What a run of a model has used. `lacked_calls`: it wanted more calls than were left.
    struct Used {
        const loop::Tally& tally;
        std::int64_t calls;
        bool lacked_calls;
        std::int64_t cost; // in billionths
    };
    void count(const Used& used);

    // What an agent has used that a model has given a task.
    void count_agent(std::int64_t tokens, std::int64_t cost);

    // A server was not reached, or was too busy: another time the run may succeed.
    void note_trouble();
    bool has_met_trouble() const { return counts->has_trouble; }

    // Final steps have none.
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
