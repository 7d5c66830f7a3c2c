#include "frontends/host/begin.hpp"

#include "agent/channel/codec.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <utility>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

static channel::Bounds bounds_of(
    const start::RunConfig& config, const std::vector<std::string>& may)
{
    return {.approve = static_cast<channel::Approve>(config.approve),
        .steps = config.limits.steps,
        .tool_calls = config.limits.calls,
        .repeats = config.limits.repeats,
        .tokens = config.limits.tokens,
        .cost = config.limits.cost,
        .time = config.limits.time,
        .only_tools = config.tools.only,
        .has_output_schema = !config.output_schema_file.empty(),
        .has_history = !config.beginning.load_messages.empty(),
        .session = config.beginning.session,
        .fork = config.beginning.fork,
        .may = may};
}

static void narrow_to(start::RunConfig& config, channel::Bounds bounds)
{
    config.approve = static_cast<calls::Approve>(bounds.approve);
    config.limits.steps = bounds.steps;
    config.limits.calls = bounds.tool_calls;
    config.limits.repeats = bounds.repeats;
    config.limits.tokens = bounds.tokens;
    config.limits.cost = bounds.cost;
    config.limits.time = bounds.time;
    config.tools.only = std::move(bounds.only_tools);
    config.beginning.session = std::move(bounds.session);
    config.beginning.fork = std::move(bounds.fork);
}

// Returns the messages of the history in the form of chat completions.
static Json history_of(const channel::Begin& begin)
{
    channel::Begin with_history;
    with_history.history = begin.history;
    return Json::parse(channel::encode(channel::HostMessage(with_history))).at("history");
}

// Sets what a host chooses and no flag limits.
static void choose(start::RunConfig& config, const channel::Begin& begin)
{
    if (!begin.open_calls.empty() && (config.beginning.session.empty() || begin.fork))
        throw ToolError(Code::bad_request, "'openCalls' are calls of a session to be continued",
            "'session' names it; a copy by 'fork' has no open calls");
    config.beginning.open_calls = {begin.open_calls.begin(), begin.open_calls.end()};
    if (begin.model)
        config.chat.model = *begin.model;
    if (begin.temperature)
        config.chat.temperature = *begin.temperature;
    if (begin.top_p)
        config.chat.top_p = *begin.top_p;
    if (!begin.stop.empty())
        config.chat.stops = begin.stop;
    if (begin.seed)
        config.chat.seed = *begin.seed;
    std::int64_t& max_tokens = config.chat.max_tokens;
    if (begin.max_reply_tokens && (max_tokens == 0 || *begin.max_reply_tokens < max_tokens))
        max_tokens = *begin.max_reply_tokens;
    config.chat.required_call = begin.required_call;
    config.chat.allows_parallel_calls = begin.parallel_calls;
    if (begin.system) {
        config.beginning.system = *begin.system;
        config.beginning.system_file.clear();
    }
    config.beginning.instructions = begin.instructions.value_or("");
    if (begin.history)
        config.beginning.history = history_of(begin);
    if (!begin.output_schema.is_null()) {
        config.output_schema = begin.output_schema.json();
        config.shown.text = false;
    }
    auto& without = config.tools.without;
    without.insert(without.end(), begin.without_tools.begin(), begin.without_tools.end());
    config.tools.is_read_only = config.tools.is_read_only || begin.read_only;
}

start::RunConfig narrowed_by(
    const channel::Begin& begin, start::RunConfig config, const std::vector<std::string>& may)
{
    channel::Bounds bounds = bounds_of(config, may);
    channel::narrow(bounds, begin);
    narrow_to(config, std::move(bounds));
    choose(config, begin);
    return config;
}

}
