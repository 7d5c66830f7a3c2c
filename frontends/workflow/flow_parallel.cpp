#include "agent/workflow/step_graph.hpp"
#include "frontends/workflow/flow_engine.hpp"
#include "frontends/workflow/worker_log.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace frontends::workflow {

using Status = StepResult::Status;

static StepResult dead_worker()
{
    return failed_step({Code::internal, "the process that did it has died"});
}

// Sets up a worker: calls with its own tools, and a log that forwards to the process that has
// forked it.
void Flow::begin_worker(WorkerLink& link)
{
    own_log = std::make_unique<WorkerLog>(*run.log, link, run.cancel);
    own_calls = run.make_calls();
    run.log = own_log.get();
    run.calls = own_calls.get();
    run.is_worker = true;
}

// Executes units of a step, each in a process of its own. Sets `begin`, `end` and `answer` of the
// task.
void Flow::do_side_by_side(
    const std::vector<std::size_t>& units, std::size_t max_count, Workers::Task task)
{
    const StepLog::Sharing sharing(*run.log);
    Workers workers({run.turns, run.cancel, run.grace}, std::min(max_count, units.size()));
    task.begin = [&](WorkerLink& link) { begin_worker(link); };
    task.end = [&] { own_calls.reset(); };
    task.answer = [&](const Json& request) { return answered_by(*run.log, request); };
    workers.run(units, task);
}

// Executes the steps of a branch. Its path is `where`.
Json Flow::do_branch(const StepList& branch, const std::string& where)
{
    const ListEnd end = do_steps(branch.steps, where);
    return {{"last", end.last.document()}, {"exitStatus", end.last.exit_status},
        {"isEnded", end.is_ended}, {"steps", results_of(branch.steps)}};
}

// One execution of a `parallel`: of its branches, or of its steps, each of which is a branch that
// waits for those that it needs.
class ParallelStep {
public:
    ParallelStep(Flow& flow, const Step& step, const std::string& where)
        : flow(flow)
        , step(step)
        , where(where)
        , graph(step.own().steps("steps"))
        , has_needs(step.own().find("branches") == nullptr)
    {
        if (has_needs)
            for (const auto& inner : step.own().steps("steps"))
                branches.push_back({inner.id, {inner}});
        else
            branches = step.own().find("branches")->lists;
        ends.resize(branches.size());
        for (const auto& branch : branches) // in the order of the file
            output[branch.name] = nullptr;
    }

    StepResult run();

private:
    enum class End { not_yet, good, bad };

    bool is_ready(std::size_t number) const;
    Json input_of(std::size_t number) const;
    Json work(std::size_t number, const Json& input);
    bool done(std::size_t number, const Json& end);

    Flow& flow;
    const Step& step;
    const std::string& where;
    const StepGraph graph;
    const bool has_needs;
    std::vector<StepList> branches;
    std::vector<End> ends;
    Json output = Json::object();
    std::optional<StepResult> failed;
};

bool ParallelStep::is_ready(std::size_t number) const
{
    const auto& needed = graph.needs_of(number); // these have waited for theirs
    return std::none_of(needed.begin(), needed.end(),
        [&](std::size_t other) { return ends[other] == End::not_yet; });
}

// Returns the results of the steps that a step needs. A worker may be older than these results.
Json ParallelStep::input_of(std::size_t number) const
{
    Json input {{"steps", Json::object()}, {"isSkipped", false}};
    for (const std::size_t needed : graph.needed_by(number)) {
        if (ends[needed] == End::bad)
            input["isSkipped"] = true;
        input["steps"].update(flow.results_of(branches[needed].steps));
    }
    return input;
}

Json ParallelStep::work(std::size_t number, const Json& input)
{
    const StepList& branch = branches[number];
    if (!has_needs)
        return flow.do_branch(branch, where + "." + branch.name);
    if (input.at("isSkipped") == true)
        return {{"isSkipped", true}};
    for (const auto& [id, result] : input.at("steps").items())
        flow.data.set_step(id, result);
    return flow.do_branch(branch, where);
}

bool ParallelStep::done(std::size_t number, const Json& end)
{
    ends[number] = End::bad;
    if (end.contains("isSkipped")) // a step that it needs has failed, and is reported
        return true;
    StepResult last = end.is_null() ? dead_worker() : step_result_of(end.at("last"));
    for (const auto& [id, result] : json::member(end, "steps").items())
        flow.data.set_step(id, result);
    if (!end.is_null() && end.at("isEnded") == false) {
        ends[number] = End::good;
        output[branches[number].name] = std::move(last.output);
        return true;
    }
    if (!end.is_null())
        last.exit_status = end.at("exitStatus");
    if (!failed)
        failed = std::move(last);
    return !step.own().is_set("fail_fast", true);
}

StepResult ParallelStep::run()
{
    std::vector<std::size_t> numbers(branches.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t {0});
    Workers::Task task;
    task.work = [&](std::size_t number, const Json& input) { return work(number, input); };
    task.done = [&](std::size_t number, const Json& end) { return done(number, end); };
    if (has_needs) {
        task.is_ready = [&](std::size_t number) { return is_ready(number); };
        task.input = [&](std::size_t number) { return input_of(number); };
    }
    const auto max_count = static_cast<std::size_t>(
        step.own().count("max", static_cast<std::int64_t>(branches.size())));
    flow.do_side_by_side(numbers, max_count, std::move(task));
    StepResult result;
    if (failed) {
        result
            = failed_step(failed->error.value_or(ToolError(Code::internal, "a branch has failed")),
                failed->exit_status == 0 ? 1 : failed->exit_status);
        result.status = failed->status;
    }
    result.output = std::move(output);
    return result;
}

StepResult Flow::do_parallel(const Step& step, const std::string& where)
{
    return ParallelStep(*this, step, where).run();
}

void Flow::do_items(
    const Step& step, const std::string& where, const ForeachItems& items, ForeachResults& results)
{
    const std::vector<std::size_t> missing = results.missing();
    const auto count = static_cast<std::size_t>(step.own().count("parallel", 1));
    const auto work = [&](std::size_t index) {
        Json line = do_item(step, where, index, items.items[index]);
        line["key"] = items.keys[index];
        return line;
    };
    const auto done = [&](std::size_t index, const Json& line) {
        results.add(!line.is_null()
                ? line
                : Json {{"index", index}, {"key", items.keys[index]}, {"status", "failed"},
                    {"output", nullptr}, {"error", dead_worker().document().at("error")}});
        return !results.is_over();
    };
    if (count > 1 && missing.size() > 1) {
        Workers::Task task;
        task.work = [&](std::size_t index, const Json& /*input*/) { return work(index); };
        task.done = done;
        return do_side_by_side(missing, count, std::move(task));
    }
    for (const std::size_t index : missing)
        if (!done(index, work(index)))
            return;
}

}
