#include "agent/channel/bounds.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <cmath>
#include <optional>

namespace agent::channel {

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

// Applies the host's limit. `is_none` is true if the operator has set no limit.
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

static void narrow_limits(Bounds& bounds, const TurnLimits& wanted)
{
    narrow_count(bounds.steps, wanted.steps, {"steps", "--max-steps"});
    narrow_count(bounds.tool_calls, wanted.tool_calls, {"toolCalls", "--max-tool-calls"});
    narrow_count(bounds.repeats, wanted.repeats, {"repeats", "--max-repeats"});
    narrow_count(
        bounds.tokens, wanted.tokens, {"tokens", "--max-total-tokens"}, bounds.tokens == 0);
    narrow_time(bounds.time, wanted.seconds);
    if (wanted.cost && bounds.cost > 0 && *wanted.cost > bounds.cost)
        throw widening("limits.cost", "--max-cost allows more");
    bounds.cost = wanted.cost.value_or(bounds.cost);
}

// Applies the host's mode. Values of Approve can be compared, since they are ordered by strictness.
static void narrow_approval(Approve& approve, const std::optional<Approve>& wanted)
{
    if (!wanted)
        return;
    // "plan" is not stricter than "always": it does not ask about calls that only read.
    if (*wanted < approve || (*wanted == Approve::plan && approve == Approve::always))
        throw widening("approve", "--approve sets what is asked about");
    approve = *wanted;
}

static void narrow_tools(Bounds& bounds, const std::vector<std::string>& wanted)
{
    for (const auto& name : wanted)
        for (const auto& list : bounds.only_tools)
            if (!text::contains(list, name))
                throw widening("onlyTools",
                    "--only-tools names the tools; " + text::in_quotes(name) + " is none of them");
    if (!wanted.empty())
        bounds.only_tools.push_back(wanted);
}

static void narrow_conversation(Bounds& bounds, const Begin& begin)
{
    if (!begin.output_schema.is_null() && bounds.has_output_schema)
        throw widening("outputSchema", "--output-schema has set one");
    if (begin.history && bounds.has_history)
        throw widening("history", "--load-messages has begun the conversation");
    if (begin.session && !bounds.session.empty() && bounds.session != *begin.session)
        throw widening("session", "--session has named another one");
    bounds.session = begin.session.value_or(bounds.session);
    if (!begin.fork)
        return;
    if (bounds.session.empty())
        throw ToolError(
            Code::bad_request, "'fork' copies a session, and there is none", "'session' names it");
    if (!bounds.fork.empty() && bounds.fork != *begin.fork)
        throw widening("fork", "--fork has named another one");
    bounds.fork = *begin.fork;
}

static void require_rights(const Begin& begin, const std::vector<std::string>& may)
{
    const auto require = [&](const std::string& field, bool is_set) {
        if (is_set && !text::contains(may, field))
            throw widening(field, "--host-may " + field + " lets the host set it");
    };
    require("model", begin.model.has_value());
    require("system", begin.system.has_value());
    require("temperature", begin.temperature.has_value());
    require("topP", begin.top_p.has_value());
    require("stop", !begin.stop.empty());
    require("seed", begin.seed.has_value());
    require("instructions", begin.instructions.has_value());
}

void narrow(Bounds& bounds, const Begin& begin)
{
    require_rights(begin, bounds.may);
    narrow_approval(bounds.approve, begin.approve);
    narrow_limits(bounds, begin.limits);
    narrow_tools(bounds, begin.only_tools);
    narrow_conversation(bounds, begin);
}

void narrow(Bounds& bounds, const BeginWorkflow& begin)
{
    narrow_approval(bounds.approve, begin.approve);
    narrow_time(bounds.time, begin.limits.seconds);
}

}
