#include "frontends/agents/agent_run.hpp"

#include "runner/start/ending.hpp"
#include "toolkit/system/hash.hpp"

#include <chrono>
#include <cstdint>
#include <utility>

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace toolkit;

// The time limit of the last request, in addition to the time that has passed.
static constexpr std::chrono::seconds time_to_answer {60};

bool is_limit(loop::Reason reason)
{
    switch (reason) {
    case loop::Reason::max_steps:
    case loop::Reason::max_tool_calls:
    case loop::Reason::max_seconds:
    case loop::Reason::max_total_tokens:
    case loop::Reason::max_cost:
    case loop::Reason::repeated_call: return true;
    default: return false;
    }
}

start::RunConfig config_of_agent(start::RunConfig config, const std::string& system)
{
    config.beginning = {};
    config.beginning.system = system;
    config.beginning.agents_md = false; // files of the workspace give no instructions
    config.offers_skills = false;
    config.offers_tasks = false;
    config.servers.clear();
    config.tools.has_servers = true; // accepts names of MCP tools, which are not offered here
    config.tools.agents.reset();
    config.limits.counts_requests = true;
    config.output_schema_file.clear();
    config.output_schema = {};
    config.shown = {false, config.shown.reasoning};
    return config;
}

AgentRun::AgentRun(start::RunConfig given, const InvestigationDependencies& by, const Parts& parts)
    : by(by)
    , called_answer(parts.called_answer)
    , config(std::move(given))
    , engine(config, {by.redaction, by.trace, by.audit, parts.approver, parts.observer, by.cancel},
          parts.sources)
{
}

static std::string prompt_of(const Task& task)
{
    std::string text = task.text;
    if (!task.paths.empty())
        text += "\n\nBegin with these paths:";
    for (const auto& path : task.paths)
        text += "\n" + path;
    return text;
}

loop::Stop AgentRun::ask(const std::string& text)
{
    start::Engine::Turn turn {{{model::text_message(model::Role::user, text)}}};
    turn.called_answer = called_answer;
    return engine.turn(std::move(turn), tally);
}

loop::Stop AgentRun::begin(const Task& task)
{
    engine.open();
    by.cancel.end_after(config.limits.time);
    by.audit.begin(system::sha256(task.text));
    return ask(prompt_of(task));
}

// Allows further requests, since an empty reply is requested again.
loop::Stop AgentRun::ask_for_answer(const std::string& text, const std::string& only_tool)
{
    engine.end_turn();
    engine.offer_only(only_tool);
    config.limits.steps = static_cast<std::int64_t>(tally.steps()) + 3;
    config.limits.calls = 16;
    config.limits.tokens = 0;
    config.limits.cost = 0;
    by.cancel.reset();
    by.cancel.end_after(time_to_answer);
    return ask(text);
}

void AgentRun::end(const Outcome& outcome)
{
    const std::string hash = outcome.answer.is_null() ? "" : system::sha256(outcome.answer.dump());
    by.audit.end({loop::name_of(outcome.stop.reason), start::status_of(outcome.stop, by.cancel),
        tally.steps(), hash, tally.cost(), tally.fallback()});
}

Json AgentRun::ending(const loop::Stop& stop, std::size_t calls) const
{
    Json fields {{"exitReason", loop::name_of(stop.reason)}, {"steps", tally.steps()},
        {"calls", calls}, {"usage", tally.counted()}};
    if (const auto cost = tally.rounded_cost())
        fields["cost"] = *cost;
    fields["run"] = by.audit.run_name();
    return fields;
}

}
