#include "catch.hpp"

#include "agent/channel/events.hpp"
#include "agent/loop/run_result.hpp"

#include <set>
#include <string>

namespace agent::channel {

TEST_CASE("the channel names each reason that a turn ends for")
{
    using loop::Reason;
    std::set<std::string> names;
    for (const Reason reason : {Reason::answered, Reason::failed, Reason::content_filter,
             Reason::misused, Reason::max_steps, Reason::max_tool_calls, Reason::max_seconds,
             Reason::repeated_call, Reason::max_total_tokens, Reason::max_cost, Reason::timed_out,
             Reason::stdout_closed, Reason::interrupted})
        names.insert(loop::name_of(reason));
    CHECK(names == std::set<std::string>(exit_reasons.begin(), exit_reasons.end()));
}

}
