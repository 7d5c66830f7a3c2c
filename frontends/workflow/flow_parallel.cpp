#include "frontends/workflow/flow_engine.hpp"
#include "frontends/workflow/worker_log.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

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

// Executes units of a step, each in a process of its own.
void Flow::do_side_by_side(const std::vector<std::size_t>& units, std::size_t max_count,
    const std::function<Json(std::size_t)>& work,
    const std::function<bool(std::size_t, const Json&)>& done)
{
    const StepLog::Sharing sharing(*run.log);
    Workers workers({run.turns, run.cancel, run.grace}, std::min(max_count, units.size()));
    workers.run(units,
        {[&](WorkerLink& link) { begin_worker(link); }, [&] { own_calls.reset(); }, work,
            [&](const Json& request) { return answered_by(*run.log, request); }, done});
}

Json Flow::do_branch(const StepList& branch, const std::string& where)
{
    const ListEnd end = do_steps(branch.steps, where + "." + branch.name);
    Json steps = Json::object();
    for_each_step(branch.steps, [&](const Step& step) {
        if (const Json& result = json::member(data.all().at("steps"), step.id.c_str());
            !result.is_null())
            steps[step.id] = result;
    });
    return {{"last", end.last.document()}, {"exitStatus", end.last.exit_status},
        {"isEnded", end.is_ended}, {"steps", std::move(steps)}};
}

StepResult Flow::do_parallel(const Step& step, const std::string& where)
{
    const auto& branches = step.own().find("branches")->lists;
    std::vector<std::size_t> numbers(branches.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t {0});
    const auto max_count = static_cast<std::size_t>(
        step.own().count("max", static_cast<std::int64_t>(branches.size())));
    Json output = Json::object();
    for (const auto& branch : branches) // in the order of the file
        output[branch.name] = nullptr;
    std::optional<StepResult> failed;
    const auto done = [&](std::size_t number, const Json& end) {
        StepResult last = end.is_null() ? dead_worker() : step_result_of(end.at("last"));
        for (const auto& [id, result] : json::member(end, "steps").items())
            data.set_step(id, result);
        const bool is_good = !end.is_null() && end.at("isEnded") == false;
        if (is_good) {
            output[branches[number].name] = std::move(last.output);
            return true;
        }
        if (!end.is_null())
            last.exit_status = end.at("exitStatus");
        if (!failed)
            failed = std::move(last);
        return !step.own().is_set("fail_fast", true);
    };
    do_side_by_side(
        numbers, max_count, [&](std::size_t number) { return do_branch(branches[number], where); },
        done);
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
    if (count > 1 && missing.size() > 1)
        return do_side_by_side(missing, count, work, done);
    for (const std::size_t index : missing)
        if (!done(index, work(index)))
            return;
}

}
