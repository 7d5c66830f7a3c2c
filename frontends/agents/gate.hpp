#pragma once

#include "agent/calls/approver.hpp"
#include "agent/calls/prepared_call.hpp"

#include <cstddef>
#include <optional>

namespace frontends::agents {

using namespace agent;
using namespace toolkit;

inline constexpr const char* scratchpad_name = "scratchpad";
inline constexpr const char* report_name = "report";

// Sees each call of an agent, and puts those that need it to the approver of its front end.
class AgentApprover : public calls::Approver {
public:
    // `operator_of_agent` must outlive this object.
    explicit AgentApprover(calls::Approver& operator_of_agent)
        : inner(operator_of_agent)
    {
    }

    bool asks_about(const calls::PreparedCall& /*call*/) const override { return true; }
    std::optional<calls::Decision> take(calls::CallId id) override { return inner.take(id); }
    void withdraw(calls::CallId id) override { inner.withdraw(id); }
    void watch(system::Watch& watch) const override { inner.watch(watch); }
    void step() override { inner.step(); }

protected:
    calls::Approver& inner;
};

// Which calls of an investigation may be run: the scratchpad has to come first, and once a limit is
// reached nothing but the report is left. About its two functions, which are no tools of the run,
// somebody is asked only if a hook wants that.
class Gate : public AgentApprover {
public:
    using AgentApprover::AgentApprover;

    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;

    void leave_report_alone() { is_last = true; }

    // How many calls of tools, beside the two functions, were let through.
    std::size_t tool_calls() const { return count; }

private:
    std::size_t count = 0;
    bool has_begun = false; // the scratchpad was called
    bool is_last = false;
};

}
