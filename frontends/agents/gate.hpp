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

// Checks each call of an agent, and passes those that need approval to the approver of its front
// end.
// approval.
class AgentApprover : public calls::Approver {
public:
    // `operator_of_agent` must outlive this object.
    explicit AgentApprover(calls::Approver& operator_of_agent)
        : inner(operator_of_agent)
    {
    }

    bool asks_about(const calls::PreparedCall& /*call*/) const override { return true; }
    std::optional<calls::Decision> forbidden(const calls::PreparedCall& call) const override
    {
        return inner.forbidden(call);
    }
    std::optional<calls::Decision> take(calls::CallId id) override { return inner.take(id); }
    void withdraw(calls::CallId id) override { inner.withdraw(id); }
    void watch(system::Watch& watch) const override { inner.watch(watch); }
    void step() override { inner.step(); }

protected:
    calls::Approver& inner;
};

// Decides which calls of an investigation may run: the scratchpad must come first, and after a
// limit only the report may follow. Its two functions are not tools of the run, so the approver is
// asked about them only if the call itself or a hook requires it.
class Gate : public AgentApprover {
public:
    using AgentApprover::AgentApprover;

    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override;

    void leave_report_alone() { is_last = true; }

    // Returns how many calls of tools, without the two functions, were allowed.
    std::size_t tool_calls() const { return count; }

private:
    std::size_t count = 0;
    bool has_begun = false; // the scratchpad was called
    bool is_last = false;
};

}
