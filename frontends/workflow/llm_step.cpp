#include "frontends/workflow/llm_step.hpp"

#include "agent/calls/repair.hpp"
#include "agent/loop/null_observer.hpp"
#include "agent/loop/structured_answer.hpp"
#include "agent/skills/filled_prompt.hpp"
#include "agent/skills/prompt_file.hpp"
#include "frontends/workflow/stricter_approver.hpp"
#include "runner/manifest/agent_entry.hpp"
#include "runner/start/ending.hpp"
#include "runner/start/user_message.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace frontends::workflow {

using namespace runner;

namespace {

// Reports only the calls of a model, and counts the use of agents.
class CallsOfModel : public loop::NullObserver {
public:
    CallsOfModel(
        const redaction::Redaction& redaction, Progress& progress, const ModelSteps::Use& place)
        : NullObserver(redaction)
        , progress(progress)
        , path(place.path)
        , limits(place.limits)
    {
    }

    void calls(std::size_t /*step*/, const std::vector<model::ToolCall>& calls) override
    {
        for (const auto& call : calls)
            progress.call_begins(path, call);
    }
    void result(const model::ToolCall& call, const calls::ToolAnswer& answer) override
    {
        progress.call_ends(path, call, answer);
        if (answer.code.empty() && is_of_agents(call.name))
            count_agent(answer.content, limits);
    }

private:
    static bool is_of_agents(const std::string& name)
    {
        return name == manifest::agent_tool_name
            || calls::repaired_name(name, {manifest::agent_tool_name});
    }

    Progress& progress;
    const std::string path;
    Limits& limits;
};

}

static std::string filled(const Block& block, const char* name, const ModelSteps::Use& place)
{
    const Field* field = block.find(name);
    return field == nullptr ? ""
                            : place.chosen.compiled().texts.at(field->node).text(place.data.data());
}

static Json schema_of(const Field& field, const WorkflowFile& file)
{
    return field.node->kind == YamlNode::Kind::map
        ? field.node->json()
        : loop::read_found_output_schema(file.directory + "/" + field.node->text);
}

void choose_tools(const Step& step, const Agent* agent, manifest::ToolSelection& tools)
{
    const Field* field = step.own().find("tools");
    if (field == nullptr && agent != nullptr && agent->has_tools)
        return;
    if (field == nullptr)
        tools.only.emplace_back();
    const auto names = step.own().texts("tools");
    if (tools.agents && !text::contains(names, tools.agents->entry.name)) {
        for (auto& list : tools.only)
            std::erase(list, tools.agents->entry.name);
        tools.agents = {};
    }
    if (field != nullptr && field->node->kind == YamlNode::Kind::list)
        tools.only.push_back(names);
}

std::chrono::milliseconds ModelSteps::time_of(const Step& step, const Workflow& workflow) const
{
    const Agent* const agent = with.agents.of(step, workflow);
    return agent == nullptr ? std::chrono::milliseconds(0) : agent->time;
}

// An untrusted file can only lower what the command line allows.
void ModelSteps::limit(start::RunConfig& config, const Use& place) const
{
    const Block& own = place.step.own();
    const auto limited = [&](const char* name, std::int64_t usual) {
        const std::int64_t given = own.count(name, usual);
        return place.chosen.file->file.is_trusted ? given : std::min(given, usual);
    };
    start::TurnLimits& limits = config.limits;
    limits.steps = limited("max_steps", limits.steps);
    limits.calls = limited("max_tool_calls", limits.calls);
    limits.time = {}; // the step has its own time limit
    if (const auto left = place.limits.requests_left())
        limits.steps = std::min(limits.steps, *left);
    if (const auto left = place.limits.calls_left())
        limits.calls = std::min(limits.calls, *left);
    if (const auto left = place.limits.tokens_left();
        left && (limits.tokens == 0 || *left < limits.tokens))
        limits.tokens = *left;
    if (const auto left = place.limits.cost_left())
        limits.cost_of_agents
            = static_cast<double>(std::max<std::int64_t>(*left, 1)) / parts_of_cost;
    if (limits.cost_of_agents > 0)
        limits.spent = cost_limit(place.limits);
}

static void choose_sampling(const Block& own, model::ChatSettings& chat)
{
    if (own.find("temp") != nullptr)
        chat.temperature = own.number("temp", 0);
    if (own.find("top_p") != nullptr)
        chat.top_p = own.number("top_p", 0);
    if (own.find("seed") != nullptr)
        chat.seed = own.count("seed", 0);
    if (own.find("stop") != nullptr)
        chat.stops = own.texts("stop");
}

start::RunConfig ModelSteps::config_of(const Use& place) const
{
    const Block& own = place.step.own();
    const Workflow& workflow = *place.chosen.workflow;
    const Agent* const agent = with.agents.of(place.step, workflow);
    start::RunConfig result = agent == nullptr ? with.config : agent->config;
    const std::string system = filled(*own.block("prompt"), "system", place);
    if (!system.empty()) {
        result.beginning.system = system;
        result.beginning.system_file.clear();
    }
    result.beginning.session = own.text("keep_session");
    result.beginning.fork.clear();
    result.beginning.load_messages.clear();
    result.beginning.history = place.past;
    result.save_messages.clear();
    result.chat.model = model_of(place.step, workflow, with.agents, with.config.chat.model);
    choose_sampling(own, result.chat);
    choose_tools(place.step, agent, result.tools);
    limit(result, place);
    if (agent == nullptr || own.find("output_schema") != nullptr)
        result.output_schema_file.clear();
    if (const Field* schema = own.find("output_schema"))
        result.output_schema = schema_of(*schema, place.chosen.file->file);
    result.approve = std::max(result.approve, approve_of(place.step, workflow, agent));
    result.server.wants_pause = [this](std::chrono::seconds time) { held.hold(time); };
    result.shown = {};
    return result;
}

calls::Approve approve_of(const Step& step, const Workflow& workflow, const Agent* agent)
{
    const std::string wanted = step.fields.text("approve", workflow.fields.text("approve"));
    const calls::Approve own = wanted == "always" ? calls::Approve::always
        : wanted == "changes"                     ? calls::Approve::changes
                                                  : calls::Approve::never;
    return agent == nullptr ? own : std::max(own, agent->config.approve);
}

static std::string prompt_of_step(const ModelSteps::Use& place)
{
    const Block& prompt = *place.step.own().block("prompt");
    const Field* const file = prompt.find("file");
    return file == nullptr ? filled(prompt, "user", place)
                           : skills::filled_prompt(skills::find_prompt_file(file->node->text).body,
                               filled(prompt, "arguments", place));
}

// Returns the prompt in the form of a host's message, with the context apart.
static channel::Say say_of(const ModelSteps::Use& place)
{
    const Block& own = place.step.own();
    channel::Say say {.content = channel::SaidText {prompt_of_step(place)}};
    if (const Field* context = own.find("context"))
        for (const auto& entry : context->blocks)
            say.context.push_back({filled(entry, "name", place), "text/plain",
                channel::ContextText {filled(entry, "text", place)}});
    return say;
}

StepResult ModelSteps::result_of(
    const loop::Stop& stop, const loop::Tally& tally, bool is_structured, Limits& limits) const
{
    const auto is_used_up = [](const auto& left) { return left && *left == 0; };
    StepResult result;
    if (stop.reason == loop::Reason::answered) {
        result.output = is_structured ? json::parse_bounded(stop.answer) : Json(stop.answer);
    } else {
        const int status = start::status_of(stop, by.cancel);
        const bool is_limit = is_used_up(limits.tokens_left()) || is_used_up(limits.cost_left());
        if (stop.may_pass)
            limits.note_trouble();
        result = failed_step(
            {stop.reason == loop::Reason::timed_out ? Code::timed_out : Code::internal,
                stop.error.empty() ? "the model has not answered: " + loop::name_of(stop.reason)
                                   : stop.error,
                stop.hint},
            is_limit && status != 3 && status != 4
                ? static_cast<int>(loop::Reason::max_total_tokens)
                : status);
    }
    result.usage = tally.counted();
    return result;
}

// Returns the messages that this turn has added, or all if `past` was shortened to fit the context.
static Said said_in(
    const model::Messages& messages, const Json& past, const redaction::Redaction& redaction)
{
    const bool has_system = !messages.empty() && messages.front()->role == model::Role::system;
    const auto first = messages.begin() + (has_system ? 1 : 0);
    const auto size = static_cast<std::ptrdiff_t>(past.size());
    Said said;
    said.replaces = messages.end() - first < size
        || !std::equal(past.begin(), past.end(), first,
            [](const Json& then, const auto& now) { return then == model::message_json(*now); });
    for (auto one = said.replaces ? first : first + size; one != messages.end(); ++one)
        said.messages.push_back(model::message_json(**one));
    said.messages = redaction.redact_json(said.messages);
    return said;
}

ModelSteps::Turn ModelSteps::turn(const start::RunConfig& config, const Use& place)
{
    Turn turn;
    CallsOfModel observer(by.redaction, with.progress, place);
    const Workflow& workflow = *place.chosen.workflow;
    StricterApprover approver(
        by.approver, approve_of(place.step, workflow, with.agents.of(place.step, workflow)));
    start::Engine engine(config, {by.redaction, by.trace, by.audit, approver, observer, by.cancel});
    engine.open();
    engine.start_servers();
    const channel::Say say = say_of(place);
    by.audit.begin(system::sha256(start::prompt_of(say.content)));
    turn.stop = engine.turn({start::messages_of(say.content, say.context)}, turn.tally);
    engine.end_turn();
    if (!place.past.is_null())
        turn.said = said_in(engine.transcript().messages(), place.past, by.redaction);
    return turn;
}

StepResult ModelSteps::run(const Use& place)
{
    const bool lacks_requests = place.limits.requests_left() == 0;
    if (lacks_requests || place.limits.tokens_left() == 0 || place.limits.cost_left() == 0)
        return failed_step({Code::too_large, "the 'limits' of the workflow are used up"},
            static_cast<int>(
                lacks_requests ? loop::Reason::max_steps : loop::Reason::max_total_tokens));
    start::RunConfig one = config_of(place);
    std::optional<Recordings::Part> replayed;
    std::optional<Recordings::Part> recorded;
    if (with.recordings.are_replayed())
        one.replay = replayed.emplace(with.recordings.part_of(place.path)).path();
    else
        held.wait(by.cancel, [this](std::string_view text) { by.trace.note(text); });
    if (with.recordings.are_recorded())
        one.record = recorded.emplace("").path();
    by.audit.set_labels({"workflow=" + place.chosen.workflow->name, "step=" + place.path});
    Turn made = turn(one, place);
    if (replayed)
        with.recordings.note_replayed(place.path, made.tally.steps());
    loop::Stop& stop = made.stop;
    const auto calls = made.tally.calls().size();
    if (one.limits.spent && stop.reason == loop::Reason::answered)
        stop = stop_of_unknown_cost(made.tally).value_or(std::move(stop));
    place.limits.count({made.tally, static_cast<std::int64_t>(calls),
        stop.reason == loop::Reason::max_tool_calls, cost_of(made.tally)});
    const bool is_structured = !one.output_schema.is_null() || !one.output_schema_file.empty();
    StepResult result = result_of(stop, made.tally, is_structured, place.limits);
    result.said = std::move(made.said);
    by.audit.end({loop::name_of(stop.reason), result.exit_status, made.tally.steps(),
        stop.reason == loop::Reason::answered ? system::sha256(stop.answer) : "", made.tally.cost(),
        made.tally.fallback()});
    by.audit.set_labels({});
    if (recorded)
        with.recordings.add(place.path, *recorded);
    by.cancel.check();
    return result;
}

}
