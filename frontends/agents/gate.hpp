#pragma once

#include "agent/calls/approver.hpp"

#include <cstddef>
#include <optional>

namespace frontends::agents {

using namespace agent;
using namespace toolkit;

inline constexpr const char* scratchpad_name = "scratchpad";
inline constexpr const char* report_name = "report";

// Which calls of an investigation may be run. Asks nobody: the scratchpad has to come first, and
// once a limit is reached nothing but the report is left.
class Gate : public calls::Approver {
public:
    bool asks_about(const calls::PreparedCall& /*call*/) const override { return true; }
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
