#include "runner/workflow/flow_engine.hpp"
#include "runner/workflow/step_files.hpp"
#include "toolkit/system/hash.hpp"

#include <utility>

namespace runner::workflow {

using Status = StepResult::Status;

static constexpr std::size_t max_collected = 16 << 20;

namespace {

// Templates see the item while this lives.
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

std::vector<Json> Flow::items_of(const Step& step) const
{
    const Block& own = step.own();
    for (const char* name : {"lines", "ndjson"})
        if (const Field* file = own.find(name))
            return items_of_file(compiled().texts.at(file->node).element(data.data()),
                std::string_view(name) == "ndjson");
    const Field* items = own.find("items");
    Json value = compiled().values.at(items->node).value(data.data());
    if (!value.is_array())
        throw Problem(items->node->place,
            "'items' has to give a list, and this gives " + std::string(value.type_name()),
            "a file with an item on each line is given by lines: FILE");
    return value.get<std::vector<Json>>();
}

// What the steps of an item were before is forgotten: none of it is another item's.
void Flow::forget_steps_in(const std::vector<Step>& steps)
{
    for_each_step(steps, [this](const Step& step) { data.forget_step(step.id); });
}

// The steps for one item; what becomes of it as a line of the results.
Json Flow::do_item(const Step& step, const std::string& where, std::size_t index, const Json& item)
{
    const Block& own = step.own();
    forget_steps_in(own.steps("steps"));
    Json line {{"index", index}};
    const Field* key = own.find("key");
    line["key"] = key == nullptr
        ? system::sha256(item.dump(-1, ' ', false, Json::error_handler_t::replace))
        : compiled().texts.at(key->node).text(data.data());
    ListEnd end = do_steps(own.steps("steps"), where + "[" + std::to_string(index) + "]");
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

static void count_item(Json& output, const Json& line)
{
    const std::string status = line.at("status");
    const std::string name = status == "ok" ? "ok" : status == "skipped" ? "skipped" : "failed";
    output[name] = output.at(name).get<std::size_t>() + 1;
}

// Keeps the results of items, as long as they are not too large to be values.
static void collect(StepResult& result, Json line, std::size_t& bytes)
{
    bytes += line.dump(-1, ' ', false, Json::error_handler_t::replace).size();
    if (bytes > max_collected)
        throw ToolError(Code::too_large, "the results of the items have more than 16 MiB",
            "collect: false leaves them out");
    result.output["results"].push_back(std::move(line));
}

StepResult Flow::do_foreach(const Step& step, const std::string& where)
{
    const Block& own = step.own();
    const std::string name = own.text("as", "item");
    const std::vector<Json> items = items_of(step);
    const auto most = static_cast<std::size_t>(own.count("max_failed", 0));
    StepResult result;
    result.output = {{"count", items.size()}, {"ok", 0}, {"failed", 0}, {"skipped", 0}};
    const bool collects = own.is_set("collect", true);
    if (collects)
        result.output["results"] = Json::array();
    std::size_t bytes = 0;
    for (std::size_t index = 0; index < items.size(); ++index) {
        const InItem inside(data, name, items[index], index);
        Json line = do_item(step, where, index, items[index]);
        count_item(result.output, line);
        if (collects)
            collect(result, std::move(line), bytes);
        if (own.is_set("stop_early") && result.output.at("failed").get<std::size_t>() > most)
            break;
    }
    if (const auto failed = result.output.at("failed").get<std::size_t>(); failed > most) {
        const Json output = result.output;
        result = failed_step({Code::internal,
            std::to_string(failed) + " of " + std::to_string(items.size()) + " items have failed"});
        result.output = output;
    }
    return result;
}

}
