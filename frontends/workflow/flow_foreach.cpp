#include "frontends/workflow/flow_engine.hpp"
#include "frontends/workflow/foreach_results.hpp"
#include "frontends/workflow/step_files.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

#include <chrono>
#include <utility>

namespace frontends::workflow {

using Status = StepResult::Status;

namespace {

// Makes the item visible to templates while the object exists.
class InItem {
public:
    InItem(RunData& data, std::string name, const Json& item, std::size_t index)
        : data(data)
        , name(std::move(name))
        , outer_item(data.all().value(this->name, Json()))
        , outer_index(data.all().value("index", Json()))
    {
        data.enter_item(this->name, item, index);
    }
    InItem(const InItem&) = delete;
    InItem& operator=(const InItem&) = delete;
    ~InItem() { data.leave_item(name, outer_item, outer_index); }

private:
    RunData& data;
    std::string name;
    Json outer_item;
    Json outer_index;
};

}

static std::string path_of_item(const std::string& where, std::size_t index)
{
    return where + "[" + std::to_string(index) + "]";
}

// Returns an object for each combination of the values of a matrix; those of its last list vary
// first.
static std::vector<Json> combinations_of(const Field& matrix, const Json& lists)
{
    std::vector<Json> items {Json::object()};
    for (const auto& name : matrix.node->keys) { // in the order of the file
        const Json& values = lists.at(name);
        if (!values.is_array())
            throw Problem(matrix.node->place,
                "'matrix' has to give a list for " + text::in_quotes(name) + ", and this is "
                    + std::string(values.type_name()));
        if (values.size() * items.size() > max_items)
            throw too_many("'matrix' has", "combinations");
        std::vector<Json> longer;
        for (const auto& item : items)
            for (const auto& value : values) {
                longer.push_back(item);
                longer.back()[name] = value;
            }
        items = std::move(longer);
    }
    return items;
}

std::vector<Json> Flow::items_of(const Step& step) const
{
    const Block& own = step.own();
    for (const char* name : {"lines", "ndjson"})
        if (const Field* file = own.find(name))
            return items_of_file(compiled().texts.at(file->node).element(data.data()),
                std::string_view(name) == "ndjson", run.cancel);
    if (const Field* matrix = own.find("matrix"))
        return combinations_of(*matrix, compiled().values.at(matrix->node).value(data.data()));
    const Field* items = own.find("items");
    Json value = compiled().values.at(items->node).value(data.data());
    if (!value.is_array())
        throw Problem(items->node->place,
            std::string("'items' has to give a list, and this gives ")
                + (value.is_object() ? "an " : "a ") + value.type_name(),
            "a file with an item on each line is given by lines: FILE");
    if (value.size() > max_items)
        throw too_many("'items' has", "items");
    return value.get<std::vector<Json>>();
}

// Discards the results of the steps of the previous item, which are not those of this one.
void Flow::forget_steps_in(const std::vector<Step>& steps)
{
    for_each_step(steps, [this](const Step& step) { data.forget_step(step.id); });
}

// Returns the keys that identify the items when the run continues.
std::vector<std::string> Flow::keys_of(const Step& step, const std::vector<Json>& items)
{
    const Field* key = step.own().find("key");
    const std::string name = step.own().text("as", "item");
    std::vector<std::string> keys;
    for (std::size_t index = 0; index < items.size(); ++index) {
        if (index % 256 == 0)
            run.cancel.check();
        if (key == nullptr) {
            keys.push_back(
                system::sha256(items[index].dump(-1, ' ', false, Json::error_handler_t::replace)));
            continue;
        }
        const InItem inside(data, name, items[index], index);
        keys.push_back(compiled().texts.at(key->node).text(data.data()));
    }
    return keys;
}

// Executes the steps for one item. Returns its line of the results.
Json Flow::do_item(const Step& step, const std::string& where, std::size_t index, const Json& item)
{
    const Block& own = step.own();
    const InItem inside(data, own.text("as", "item"), item, index);
    forget_steps_in(own.steps("steps"));
    Json line {{"index", index}, {"key", ""}}; // the caller knows the key
    const std::string path = path_of_item(where, index);
    ListEnd end = do_steps(own.steps("steps"), path);
    run.log->step_in_sessions(
        path, end.is_ended ? StepLog::InSessions::end_badly : StepLog::InSessions::end_well);
    const StepResult& last = end.last;
    line["status"] = name_of(end.is_ended ? last.status : Status::ok);
    line["output"] = end.is_ended ? Json() : last.output;
    const Field* result = own.find("result");
    if (!end.is_ended && result != nullptr)
        line["output"] = compiled().values.at(result->node).value(data.data());
    if (end.is_ended)
        line["error"] = last.document().value("error", Json());
    return line;
}

StepResult Flow::do_foreach(const Step& step, const std::string& where)
{
    const Block& own = step.own();
    ForeachItems items {items_of(step), {}};
    items.keys = keys_of(step, items.items);
    ForeachResults results(
        *run.log, {own, where, items.keys, own.is_set("shard") ? run.shard : std::nullopt});
    for (std::size_t index = 0; index < items.items.size(); ++index)
        if (results.has_kept(index))
            run.log->step_in_sessions(path_of_item(where, index), StepLog::InSessions::keep);
    do_items(step, where, items, results);
    return results.end();
}

// Returns the results of these steps and of those in them, by id.
Json Flow::results_of(const std::vector<Step>& steps) const
{
    Json results = Json::object();
    for_each_step(steps, [&](const Step& step) {
        const Json& known = data.all().at("steps");
        if (const Json& result = json::member(known, step.id.c_str()); !result.is_null())
            results[step.id] = result;
    });
    return results;
}

// Restores the results of a pass that an earlier process has completed. Returns false if there is
// none.
bool Flow::keep_pass(const std::string& path)
{
    const Decision decision = run.log->decision(path, false);
    if (decision.kind != Decision::Kind::keep)
        return false;
    run.log->step_is_kept(path, decision.result);
    for (const auto& [id, result] : json::member(decision.result, "output").items())
        data.set_step(id, result);
    return true;
}

StepResult Flow::do_repeat(const Step& step, const std::string& where)
{
    const Block& own = step.own();
    const auto max = static_cast<std::size_t>(own.count("max", 1));
    if (run.log->decision(path_of_item(where, max - 1), false).kind == Decision::Kind::keep)
        run.log->begin_again(where); // all passes of an earlier process were in vain
    const ConditionField& until = compiled().conditions.at(own.find("until")->node);
    for (std::size_t pass = 0; pass < max; ++pass) {
        const InItem inside(data, "index", Json(pass), pass); // a repeat has only the index
        forget_steps_in(own.steps("steps"));
        const std::string path = path_of_item(where, pass);
        if (keep_pass(path))
            continue;
        const auto started = std::chrono::system_clock::now();
        ListEnd end = do_steps(own.steps("steps"), path);
        run.log->step_in_sessions(
            path, end.is_ended ? StepLog::InSessions::end_badly : StepLog::InSessions::end_well);
        if (end.is_ended) {
            end.last.output = Json();
            return std::move(end.last);
        }
        if (!until.holds(data.data())) {
            StepResult passed;
            passed.started = started;
            passed.ended = std::chrono::system_clock::now();
            passed.output = results_of(own.steps("steps"));
            run.log->step_ends(path, passed.document());
            continue;
        }
        StepResult result;
        result.output = {{"count", pass + 1}, {"output", std::move(end.last.output)}};
        return result;
    }
    return failed_step({Code::conflict,
        "'until' is still false after " + std::to_string(max) + (max == 1 ? " pass" : " passes"),
        "raise 'max', or let on_failure: continue go on"});
}

}
