#include "frontends/host/begin.hpp"

#include "agent/channel/codec.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

static ToolError widening(const std::string& field, const std::string& hint)
{
    return {Code::permission_denied,
        text::in_quotes(field) + " would allow more than the operator does", hint};
}

namespace {

struct LimitNames {
    const char* field;
    const char* flag;
};

}

// `is_none`: the operator has set no limit.
static void narrow_count(std::int64_t& limit, const std::optional<std::int64_t>& wanted,
    const LimitNames& names, bool is_none = false)
{
    if (!wanted)
        return;
    if (!is_none && *wanted > limit)
        throw widening(
            std::string("limits.") + names.field, std::string(names.flag) + " allows more");
    limit = *wanted;
}

static void narrow_time(std::chrono::milliseconds& limit, const std::optional<double>& seconds)
{
    if (!seconds)
        return;
    const std::chrono::milliseconds time(std::llround(*seconds * 1000));
    if (limit.count() > 0 && time > limit)
        throw widening("limits.seconds", "--max-seconds allows more");
    limit = time;
}

static void narrow_limits(start::TurnLimits& limits, const channel::TurnLimits& wanted)
{
    narrow_count(limits.steps, wanted.steps, {"steps", "--max-steps"});
    narrow_count(limits.calls, wanted.tool_calls, {"toolCalls", "--max-tool-calls"});
    narrow_count(limits.repeats, wanted.repeats, {"repeats", "--max-repeats"});
    narrow_count(
        limits.tokens, wanted.tokens, {"tokens", "--max-total-tokens"}, limits.tokens == 0);
    narrow_time(limits.time, wanted.seconds);
}

static void narrow_approval(calls::Approve& approve, const std::optional<channel::Approve>& wanted)
{
    if (!wanted)
        return;
    const auto value = static_cast<calls::Approve>(*wanted);
    const auto strictness = [](calls::Approve one) {
        return one == calls::Approve::always ? 2 : one == calls::Approve::changes ? 1 : 0;
    };
    if (strictness(value) < strictness(approve))
        throw widening("approve", "--approve sets what is asked about");
    approve = value;
}

static void narrow_tools(start::ToolSelection& tools, const channel::Begin& begin)
{
    for (const auto& name : begin.only_tools)
        for (const auto& list : tools.only)
            if (!text::contains(list, name))
                throw widening("onlyTools",
                    "--only-tools names the tools; " + text::in_quotes(name) + " is none of them");
    if (!begin.only_tools.empty())
        tools.only.push_back(begin.only_tools);
    std::copy(
        begin.without_tools.begin(), begin.without_tools.end(), std::back_inserter(tools.without));
    tools.is_read_only = tools.is_read_only || begin.read_only;
}

// Returns the messages as a model is sent them.
static Json history_of(const channel::Begin& begin)
{
    channel::Begin with_history;
    with_history.history = begin.history;
    return Json::parse(channel::encode(channel::HostMessage(with_history))).at("history");
}

static void choose_conversation(start::BeginningConfig& beginning, const channel::Begin& begin)
{
    if (begin.history) {
        if (!beginning.load_messages.empty())
            throw widening("history", "--load-messages has begun the conversation");
        beginning.history = history_of(begin);
    }
    if (begin.session) {
        if (!beginning.session.empty() && beginning.session != *begin.session)
            throw widening("session", "--session has named another one");
        beginning.session = *begin.session;
    }
    if (!begin.fork)
        return;
    if (beginning.session.empty())
        throw ToolError(
            Code::bad_request, "'fork' copies a session, and there is none", "'session' names it");
    if (!beginning.fork.empty() && beginning.fork != *begin.fork)
        throw widening("fork", "--fork has named another one");
    beginning.fork = *begin.fork;
}

void narrow_workflow(
    const channel::BeginWorkflow& begin, calls::Approve& approve, std::chrono::milliseconds& time)
{
    narrow_approval(approve, begin.approve);
    narrow_time(time, begin.limits.seconds);
}

static void require_rights(const channel::Begin& begin, const std::vector<std::string>& may)
{
    const auto require = [&](const std::string& field, bool is_set) {
        if (is_set && !text::contains(may, field))
            throw widening(field, "--host-may " + field + " lets the host set it");
    };
    require("model", begin.model.has_value());
    require("system", begin.system.has_value());
    require("temperature", begin.temperature.has_value());
    require("instructions", begin.instructions.has_value());
}

start::RunConfig narrowed_by(
    const channel::Begin& begin, start::RunConfig config, const std::vector<std::string>& may)
{
    require_rights(begin, may);
    if (begin.model)
        config.chat.model = *begin.model;
    if (begin.temperature)
        config.chat.temperature = *begin.temperature;
    if (begin.system) {
        config.beginning.system = *begin.system;
        config.beginning.system_file.clear();
    }
    config.beginning.instructions = begin.instructions.value_or("");
    if (!begin.output_schema.is_null()) {
        if (!config.output_schema_file.empty())
            throw widening("outputSchema", "--output-schema has set one");
        config.output_schema = begin.output_schema.json();
        config.shown.text = false;
    }
    narrow_approval(config.approve, begin.approve);
    narrow_limits(config.limits, begin.limits);
    narrow_tools(config.tools, begin);
    choose_conversation(config.beginning, begin);
    return config;
}

}
