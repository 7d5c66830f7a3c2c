#include "runner/workflow/llm_step.hpp"

#include "agent/loop/structured_answer.hpp"
#include "runner/host/user_message.hpp"
#include "runner/investigate/quiet.hpp"
#include "runner/start/ending.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace runner::workflow {

namespace {

// Tells of the calls of a model alone.
class CallsOfModel : public investigate::Quiet {
public:
    CallsOfModel(const redaction::Redaction& redaction, Progress& progress, std::string path)
        : Quiet(redaction)
        , progress(progress)
        , path(std::move(path))
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
    }

private:
    Progress& progress;
    const std::string path;
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
        : loop::read_output_schema(file.directory + "/" + field.node->text);
}

// Without `tools` there are none.
static void choose_tools(const Block& own, start::ToolSelection& tools)
{
    const Field* field = own.find("tools");
    tools.investigator = {};
    if (field == nullptr)
        tools.only.emplace_back();
    else if (field->node->kind == YamlNode::Kind::list)
        tools.only.push_back(own.texts("tools"));
}

start::RunConfig ModelSteps::config_of(const Use& place) const
{
    const Block& own = place.step.own();
    start::RunConfig result = config;
    const std::string system = filled(*own.block("prompt"), "system", place);
    if (!system.empty()) {
        result.beginning.system = system;
        result.beginning.system_file.clear();
    }
    result.beginning.session = own.text("keep_session");
    result.beginning.fork.clear();
    result.beginning.load_messages.clear();
    result.save_messages.clear();
    result.chat.model = model_of(place.step, *place.chosen.workflow, config.chat.model);
    if (own.find("temp") != nullptr)
        result.chat.temperature = own.number("temp", 0);
    choose_tools(own, result.tools);
    result.limits.steps = own.count("max_steps", config.limits.steps);
    result.limits.calls = own.count("max_tool_calls", config.limits.calls);
    result.limits.time = {}; // the step has its own
    if (const auto left = place.limits.requests_left())
        result.limits.steps = std::min(result.limits.steps, *left);
    if (const auto left = place.limits.calls_left())
        result.limits.calls = std::min(result.limits.calls, *left);
    if (const auto left = place.limits.tokens_left();
        left && (result.limits.tokens == 0 || *left < result.limits.tokens))
        result.limits.tokens = *left;
    if (const auto left = place.limits.cost_left())
        result.limits.spent = cost_limit(*left, result.chat.model, prices);
    result.output_schema_file.clear();
    if (const Field* schema = own.find("output_schema"))
        result.output_schema = schema_of(*schema, place.chosen.file->file);
    result.shown = {};
    return result;
}

// What is said, as the message of a host is: the context apart from the prompt.
static Json say_of(const ModelSteps::Use& place)
{
    const Block& own = place.step.own();
    Json say {{"text", filled(*own.block("prompt"), "user", place)}};
    if (const Field* context = own.find("context"))
        for (const auto& entry : context->blocks)
            say["context"].push_back({{"name", filled(entry, "name", place)},
                {"type", "text/plain"}, {"text", filled(entry, "text", place)}});
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
    if (recordings.are_replayed())
        one.replay = replayed.emplace(recordings.part_of(place.path)).path();
    if (recordings.are_recorded())
        one.record = recorded.emplace("").path();
    by.audit.set_labels({"workflow=" + place.chosen.workflow->name, "step=" + place.path});
    loop::Tally tally;
    loop::Stop stop;
    {
        CallsOfModel observer(by.redaction, progress, place.path);
        start::Engine engine(
            one, {by.redaction, by.trace, by.audit, by.approver, observer, by.cancel});
        engine.open();
        engine.start_servers();
        const Json say = say_of(place);
        by.audit.begin(system::sha256(host::prompt_of(say)));
        stop = engine.turn({host::messages_of(say)}, tally);
        engine.end_turn();
    }
    const auto calls = tally.summary(stop, 0).at("calls").size();
    if (one.limits.spent && stop.reason == loop::Reason::answered && tally.is_estimated())
        stop = stop_of_uncounted();
    place.limits.count({tally, static_cast<std::int64_t>(calls),
        stop.reason == loop::Reason::max_tool_calls, cost_of(tally, one.chat.model, prices)});
    StepResult result = result_of(stop, tally, !one.output_schema.is_null(), place.limits);
    by.audit.end({loop::name_of(stop.reason), result.exit_status, tally.steps(),
        stop.reason == loop::Reason::answered ? system::sha256(stop.answer) : ""});
    by.audit.set_labels({});
    if (recorded)
        recordings.add(place.path, *recorded);
    by.cancel.check();
    return result;
}

}
