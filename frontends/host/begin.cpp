#include "frontends/host/begin.hpp"

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
static void narrow_count(
    std::int64_t& limit, const Json& limits, const LimitNames& names, bool is_none = false)
{
    const auto wanted = limits.find(names.field);
    if (wanted == limits.end())
        return;
    const auto value = static_cast<std::int64_t>(wanted->get<double>());
    if (!is_none && value > limit)
        throw widening(
            std::string("limits.") + names.field, std::string(names.flag) + " allows more");
    limit = value;
}

static void narrow_time(std::chrono::milliseconds& limit, const Json& limits)
{
    if (!limits.contains("seconds"))
        return;
    const std::chrono::milliseconds time(std::llround(limits.at("seconds").get<double>() * 1000));
    if (limit.count() > 0 && time > limit)
        throw widening("limits.seconds", "--max-seconds allows more");
    limit = time;
}

static void narrow_limits(start::TurnLimits& limits, const Json& wanted)
{
    narrow_count(limits.steps, wanted, {"steps", "--max-steps"});
    narrow_count(limits.calls, wanted, {"toolCalls", "--max-tool-calls"});
    narrow_count(limits.repeats, wanted, {"repeats", "--max-repeats"});
    narrow_count(limits.tokens, wanted, {"tokens", "--max-total-tokens"}, limits.tokens == 0);
    narrow_time(limits.time, wanted);
}

static void narrow_approval(calls::Approve& approve, const std::string& wanted)
{
    const calls::Approve value = wanted == "always" ? calls::Approve::always
        : wanted == "changes"                       ? calls::Approve::changes
                                                    : calls::Approve::never;
    const auto strictness = [](calls::Approve one) {
        return one == calls::Approve::always ? 2 : one == calls::Approve::changes ? 1 : 0;
    };
    if (strictness(value) < strictness(approve))
        throw widening("approve", "--approve sets what is asked about");
    approve = value;
}

static void narrow_tools(start::ToolSelection& tools, const Json& begin)
{
    if (begin.contains("onlyTools")) {
        const std::vector<std::string> wanted = begin.at("onlyTools");
        for (const auto& name : wanted)
            for (const auto& list : tools.only)
                if (!text::contains(list, name))
                    throw widening("onlyTools",
                        "--only-tools names the tools; " + text::in_quotes(name)
                            + " is none of them");
        tools.only.push_back(wanted);
    }
    const std::vector<std::string> without
        = begin.value("withoutTools", std::vector<std::string>());
    std::copy(without.begin(), without.end(), std::back_inserter(tools.without));
    tools.is_read_only = tools.is_read_only || begin.value("readOnly", false);
}

static void choose_conversation(start::BeginningConfig& beginning, const Json& begin)
{
    if (begin.contains("history")) {
        if (!beginning.load_messages.empty())
            throw widening("history", "--load-messages has begun the conversation");
        beginning.history = begin.at("history");
    }
    if (begin.contains("session")) {
        if (!beginning.session.empty()
            && beginning.session != begin.at("session").get<std::string>())
            throw widening("session", "--session has named another one");
        beginning.session = begin.at("session");
    }
    if (!begin.contains("fork"))
        return;
    if (beginning.session.empty())
        throw ToolError(
            Code::bad_request, "'fork' copies a session, and there is none", "'session' names it");
    if (!beginning.fork.empty() && beginning.fork != begin.at("fork").get<std::string>())
        throw widening("fork", "--fork has named another one");
    beginning.fork = begin.at("fork");
}

void narrow_workflow(const Json& begin, calls::Approve& approve, std::chrono::milliseconds& time)
{
    if (begin.contains("approve"))
        narrow_approval(approve, begin.at("approve"));
    narrow_time(time, begin.value("limits", Json::object()));
}

start::RunConfig narrowed_by(
    const Json& begin, start::RunConfig config, const std::vector<std::string>& may)
{
    for (const char* field : {"model", "system", "temperature", "instructions"})
        if (begin.contains(field) && !text::contains(may, std::string(field)))
            throw widening(field, std::string("--host-may ") + field + " lets the host set it");
    if (begin.contains("model"))
        config.chat.model = begin.at("model");
    if (begin.contains("temperature"))
        config.chat.temperature = begin.at("temperature").get<double>();
    if (begin.contains("system")) {
        config.beginning.system = begin.at("system");
        config.beginning.system_file.clear();
    }
    config.beginning.instructions = begin.value("instructions", "");
    if (begin.contains("outputSchema")) {
        if (!config.output_schema_file.empty())
            throw widening("outputSchema", "--output-schema has set one");
        config.output_schema = begin.at("outputSchema");
        config.shown.text = false;
    }
    if (begin.contains("approve"))
        narrow_approval(config.approve, begin.at("approve"));
    narrow_limits(config.limits, begin.value("limits", Json::object()));
    narrow_tools(config.tools, begin);
    choose_conversation(config.beginning, begin);
    return config;
}

}
