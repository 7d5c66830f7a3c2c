#include "agent/loop/run_result.hpp"

namespace agent::loop {

std::string name_of(Reason reason)
{
    switch (reason) {
    case Reason::answered: return "answered";
    case Reason::failed: return "failed";
    case Reason::content_filter: return "content-filter";
    case Reason::misused: return "misused";
    case Reason::max_steps: return "max-steps";
    case Reason::max_tool_calls: return "max-tool-calls";
    case Reason::max_seconds: return "max-seconds";
    case Reason::repeated_call: return "repeated-call";
    case Reason::max_total_tokens: return "max-total-tokens";
    case Reason::max_cost: return "max-cost";
    case Reason::timed_out: return "timed-out";
    case Reason::stdout_closed: return "stdout-closed";
    case Reason::interrupted: break;
    }
    return "interrupted";
}

}
