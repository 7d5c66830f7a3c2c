#include "frontends/agents/task_agent.hpp"

#include "frontends/agents/gate.hpp"
#include "frontends/agents/report.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "runner/start/agent_config.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace toolkit;

template<class Limit>
static Limit lower(Limit own, Limit of_run)
{
    return of_run > Limit(0) ? std::min(own, of_run) : own;
}

start::RunConfig config_for(const options::AgentDefinition& agent, const options::Options& options)
{
    const options::Options own = start::options_for(agent, options).options;
    start::RunConfig config = config_of_agent(start::run_config_of(own), "");
    start::become(agent, config);
    config.offers_skills = own.skills && options::uses_skills(agent);
    start::TurnLimits& limits = config.limits;
    limits.steps = lower(lower(agent.max_steps, own.max_steps), options.max_steps);
    limits.calls = lower(lower(agent.max_calls, own.max_calls), options.max_calls);
    limits.tokens
        = lower(lower(agent.max_total_tokens, own.max_total_tokens), options.max_total_tokens);
    limits.time = lower(lower(agent.max_time, own.max_time), options.max_time);
    limits.cost = lower(own.max_cost > 0 ? own.max_cost : options.max_cost, options.max_cost);
    return config;
}

namespace {

// Counts calls, and refuses all after a limit is reached.
class Counter : public AgentApprover {
public:
    using AgentApprover::AgentApprover;

    void end() { has_ended = true; }
    std::size_t count() const { return made; }

    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override
    {
        if (has_ended)
            return calls::Decision {false, "a limit of the agent is reached", "",
                "answer now, with what you have", Code::conflict};
        ++made;
        return calls::is_asked_about(call, inner) ? inner.ask(id, call) : calls::Decision();
    }

private:
    std::size_t made = 0;
    bool has_ended = false;
};

}

// Names the limit of the agent's entry: the flags of the command only lower it.
static std::string hint_for(const loop::Stop& stop)
{
    const auto hint = [](const std::string& limit, const std::string& flag) {
        return "'limits." + limit + "' of the agent allows more, unless " + flag + " allows less";
    };
    switch (stop.reason) {
    case loop::Reason::max_steps: return hint("maxSteps", "--max-steps");
    case loop::Reason::max_tool_calls: return hint("maxToolCalls", "--max-tool-calls");
    case loop::Reason::max_total_tokens: return hint("maxTotalTokens", "--max-total-tokens");
    case loop::Reason::max_seconds: return hint("maxSeconds", "--max-seconds");
    default: return stop.hint;
    }
}

static ToolError error_of(const loop::Stop& first, const loop::Stop& last)
{
    const auto is_late = [](const loop::Stop& stop) {
        return stop.reason == loop::Reason::max_seconds || stop.reason == loop::Reason::timed_out;
    };
    const loop::Stop& stop = first.error.empty() && !last.error.empty() ? last : first;
    return {is_late(first) || is_late(last) ? Code::timed_out : Code::internal,
        "the agent has no answer: "
            + (stop.error.empty() ? loop::name_of(stop.reason) : stop.error),
        stop.hint};
}

// Cuts a text in the middle until the whole answer fits. Throws TOO_LARGE for a value.
static Json bounded(Json answer)
{
    std::size_t size = answer.dump().size();
    if (size <= max_agent_answer)
        return answer;
    if (!answer.at("answer").is_string())
        throw ToolError(Code::too_large,
            "the answer of the agent has " + std::to_string(size) + " bytes, and the limit is "
                + std::to_string(max_agent_answer),
            "give it a smaller task, or a narrower 'outputSchema'");
    const std::string whole = answer.at("answer");
    answer["answerBytes"] = whole.size();
    for (std::size_t most = std::min(whole.size(), max_agent_answer);
         size > max_agent_answer && most > 0;) {
        answer["answer"] = text::shortened(whole, most);
        size = answer.dump().size();
        most -= std::min(most, std::max<std::size_t>(size, max_agent_answer) - max_agent_answer);
    }
    return answer;
}

// `fields` are the last members of the answer.
static Outcome outcome_of(
    const loop::Stop& first, const loop::Stop& last, const Json& schema, const Json& fields)
{
    if (last.reason != loop::Reason::answered)
        return {Json(), first, error_of(first, last)};
    const loop::Stop& stop = is_limit(first.reason) ? first : last;
    Json answer {
        {"answer", schema.is_null() ? Json(last.answer) : json::parse_bounded(last.answer)}};
    answer.update(fields);
    try {
        return {bounded(std::move(answer)), stop};
    } catch (const ToolError& error) {
        return {Json(), {loop::Reason::failed, "", error.message, error.hint}, error};
    }
}

// Throws if the entry names a tool that the manifest does not have. The run may still offer fewer
// tools than the entry names.
static void check_names(const manifest::ToolSelection& tools)
{
    if (tools.only.empty() || tools.manifest == "none")
        return;
    const auto known = manifest::choose_manifest(tools.manifest).tools;
    for (const auto& name : tools.only.back())
        if (name != options::skill_tool
            && std::none_of(
                known.begin(), known.end(), [&](const auto& tool) { return tool.name == name; }))
            throw ToolError(Code::bad_request,
                "the agent " + text::in_quotes(tools.agent) + " names the tool "
                    + text::in_quotes(name) + ", which the manifest does not have",
                "'agentcli capabilities' lists the tools");
}

Outcome work_on(const Task& task, const start::RunConfig& config,
    const InvestigationDependencies& by, calls::Approver& approver)
{
    if (task.text.empty() || task.text.size() > max_agent_task)
        throw ToolError(Code::bad_request,
            "the task has " + std::to_string(task.text.size()) + " bytes, and the limits are 1 and "
                + std::to_string(max_agent_task));
    check_names(config.tools);
    Counter counter(approver);
    AgentRun talk(config, by, {counter, by.observer});
    loop::Stop first = talk.begin(task);
    first.hint = hint_for(first);
    loop::Stop last = first;
    if (is_limit(first.reason)) {
        counter.end();
        last = talk.ask_for_answer("A limit is reached (" + loop::name_of(first.reason)
                + "). Answer now, with what you have, and say what is missing. No tool is run.",
            "");
    }
    const loop::Stop& told = is_limit(first.reason) ? first : last;
    Outcome outcome
        = outcome_of(first, last, config.output_schema, talk.ending(told, counter.count()));
    talk.end(outcome);
    return outcome;
}

std::string text_of_answer(const Json& answer)
{
    if (answer.contains("findings"))
        return text_of_report(answer);
    const Json& value = json::member(answer, "answer");
    return value.is_string() ? value.get<std::string>() : value.dump(2);
}

}
