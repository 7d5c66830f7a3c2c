#include "agent/calls/immediate_source.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <utility>

namespace agent::calls {

bool ImmediateSource::begin(CallId id, const OfferedTool& /*called*/, const Arguments& arguments)
{
    ToolResult result;
    try {
        result.answer.content
            = answer_to(arguments.json).dump(-1, ' ', false, Json::error_handler_t::replace);
    } catch (const ToolError& error) {
        result.answer = failed(error);
    }
    result.answer.sandbox = {{"level", "none"}, {"by", "agentcli"}};
    result.output_bytes = result.answer.content.size();
    ended[id] = std::move(result);
    return true;
}

void ImmediateSource::watch(system::Watch& watch) const
{
    if (!ended.empty())
        watch.until(system::Watch::Clock::now());
}

std::optional<ToolResult> ImmediateSource::take(CallId id)
{
    auto taken = ended.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

}
