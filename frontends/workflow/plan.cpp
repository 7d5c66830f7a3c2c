#include "frontends/workflow/plan.hpp"

#include "agent/workflow/once.hpp"
#include "agent/workflow/parameters.hpp"
#include "frontends/workflow/llm_plan.hpp"
#include "frontends/workflow/run_data.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace frontends::workflow {

using namespace runner;

static std::string text_of(const Json& value)
{
    return value.is_string() ? value.get<std::string>()
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

namespace {

// A workflow of the plan, with the parameters of its templates as far as they are known.
class PlannedWorkflow {
public:
    PlannedWorkflow(const Chosen& chosen, const std::optional<Json>& parameters)
        : chosen(chosen)
        , data({parameters.value_or(Json::object()), Json::object(), Json::object(), "", 0})
        , known({"workspace"})
    {
        if (parameters)
            known.insert("params");
    }

    // Returns the value of a field as far as it is known.
    Json preview(const Field& field) const
    {
        const Compiled& compiled = chosen.compiled();
        if (const auto value = compiled.values.find(field.node); value != compiled.values.end())
            return value->second.preview(data.data(), known);
        if (const auto text = compiled.texts.find(field.node); text != compiled.texts.end())
            return text->second.preview(data.data(), known);
        return field.node->json();
    }

    // Returns the words of a list of arguments.
    std::string words(const Field& field) const
    {
        std::string words;
        for (const auto& word : chosen.compiled().lists.at(field.node)) {
            const Json one = word.preview(data.data(), known);
            words += (words.empty() ? "" : " ") + text_of(one);
        }
        return words;
    }
    const Chosen chosen;

private:
    const RunData data;
    KnownRoots known;
};

// The list of planned steps, and the manifest and models in which their details are looked up.
class Plan {
public:
    explicit Plan(const Planned& planned)
        : planned(planned)
        , models(planned.config, planned.agents)
    {
    }

    void add(const std::vector<Step>& steps, const std::string& path, const PlannedWorkflow& by);
    Json list = Json::array();

private:
    Json described(const Step& step, const std::string& path, const PlannedWorkflow& by) const;
    void describe_call(const Step& step, const PlannedWorkflow& by, Json& entry) const;
    void add_inside(const Step& step, const std::string& where, const PlannedWorkflow& by);
    void add_called(const Step& step, const std::string& where, const PlannedWorkflow& by);

    const Planned& planned;
    const ModelPlan models;
};

}

static std::string shown_call(const Step& step, const PlannedWorkflow& by)
{
    const Block& own = step.own();
    if (step.kind == Kind::exec)
        return by.words(*own.find("argv"));
    if (step.kind == Kind::shell)
        return own.text("shell", "bash") + ": " + text_of(by.preview(*own.find("command")));
    if (step.kind == Kind::python) {
        std::string call = "python3: " + own.text(own.find("code") != nullptr ? "code" : "module");
        if (const Field* const args = own.find("args"))
            call += " " + by.words(*args);
        return call;
    }
    if (const Field* const args = own.find("args"))
        return text_of(by.preview(*args));
    return {};
}

// Returns the texts and values of a step that a person would look at before a run.
static Json values_of(const Step& step, const PlannedWorkflow& by)
{
    Json values = Json::object();
    if (step.kind == Kind::set)
        return by.preview(step.work());
    const Block& own = step.own();
    const auto add = [&](const Block& block, const char* name) {
        if (const Field* const field = block.find(name))
            values[name] = by.preview(*field);
    };
    for (const char* name : {"stdin", "message", "choices", "with", "items", "lines", "ndjson",
             "matrix", "until", "max"})
        add(own, name);
    if (const Block* const prompt = own.block("prompt"))
        for (const char* name : {"system", "user", "file", "arguments"})
            add(*prompt, name);
    return values;
}

static void add_settings(const Step& step, Json& entry)
{
    if (const Field* const when = step.fields.find("when"))
        entry["when"] = when->node->text;
    if (is_once(step))
        entry["once"] = true;
    if (const auto statuses = repeatable_statuses(step); !statuses.empty())
        entry["repeatOn"] = statuses;
    if (const Block* const retry = step.fields.block("retry"))
        entry["retry"] = retry->count("max", 0);
    if (step.fields.find("needs") != nullptr)
        entry["needs"] = step.fields.texts("needs");
    if (const Field* const timeout = step.fields.find("timeout_seconds"))
        entry["timeoutSeconds"] = timeout->node->json();
    const Field* const parallel
        = step.kind == Kind::foreach ? step.own().find("parallel") : nullptr;
    if (parallel != nullptr)
        entry["parallel"] = parallel->node->json();
}

void Plan::describe_call(const Step& step, const PlannedWorkflow& by, Json& entry) const
{
    const std::string name = tool_of(step);
    const Chosen& chosen = by.chosen;
    entry["tool"] = name;
    entry["calls"] = shown_call(step, by);
    if (const calls::OfferedTool* tool = planned.calls.tool(name)) {
        entry["changesFiles"] = tool->changes_files;
        if (!tool->effects.is_null())
            entry["effects"] = tool->effects;
    }
    entry["asks"] = !chosen.file->file.is_trusted || step.fields.text("approve") == "always";
}

Json Plan::described(const Step& step, const std::string& path, const PlannedWorkflow& by) const
{
    Json entry {{"path", path}, {"kind", name_of(step.kind)}};
    if (step.kind == Kind::llm)
        models.describe(step, *by.chosen.workflow, entry);
    if (!tool_of(step).empty())
        describe_call(step, by, entry);
    add_settings(step, entry);
    if (Json values = values_of(step, by); !values.empty())
        entry["values"] = std::move(values);
    return entry;
}

// The parameters of a called workflow are known if the step that calls it needs no other step.
void Plan::add_called(const Step& step, const std::string& where, const PlannedWorkflow& by)
{
    const Chosen called = planned.library.called_by(*by.chosen.file, step.own().text("name"));
    std::optional<Json> parameters;
    try {
        const Field* const with = step.own().find("with");
        const Json values = with == nullptr ? Json::object() : with->node->json();
        std::vector<GivenParameter> given;
        for (const auto& [name, value] : values.items())
            given.push_back({name, value, false, name});
        if (with == nullptr || by.chosen.compiled().values.at(with->node).is_constant())
            parameters = parameter_values(called.workflow->parameters, given);
    } catch (const ToolError&) { // the run will report it
    }
    const PlannedWorkflow inner(called, parameters);
    add(called.workflow->steps(), where, inner);
    add(called.workflow->final_steps(), where + ".finally", inner);
}

void Plan::add_inside(const Step& step, const std::string& where, const PlannedWorkflow& by)
{
    if (step.kind == Kind::workflow)
        add_called(step, where, by);
    else if (step.kind == Kind::foreach || step.kind == Kind::repeat)
        add(step.own().steps("steps"), where + "[…]", by);
    else if (step.kind == Kind::parallel && step.own().find("steps") != nullptr)
        add(step.own().steps("steps"), where, by);
    else if (step.kind == Kind::parallel)
        for (const auto& branch : step.own().find("branches")->lists)
            add(branch.steps, where + "." + branch.name, by);
    add(step.fields.steps("fallback"), where + ".fallback", by);
}

void Plan::add(const std::vector<Step>& steps, const std::string& path, const PlannedWorkflow& by)
{
    for (const auto& step : steps) {
        const std::string where = path.empty() ? step.name : path + "." + step.name;
        list.push_back(described(step, where, by));
        add_inside(step, where, by);
    }
}

Json plan_of(const Planned& planned, const Json& parameters)
{
    const Chosen& chosen = planned.chosen;
    Plan plan(planned);
    const PlannedWorkflow outer(chosen, parameters);
    plan.add(chosen.workflow->steps(), "", outer);
    plan.add(chosen.workflow->final_steps(), "finally", outer);
    return {{"workflow", chosen.workflow->name}, {"trusted", chosen.file->file.is_trusted},
        {"steps", std::move(plan.list)}};
}

// Describes a step that asks a model.
static std::string text_of_model(const Json& entry)
{
    std::string text;
    for (const char* name : {"agent", "model", "session"})
        if (entry.contains(name))
            text += "  " + std::string(name) + " " + entry.at(name).get<std::string>();
    std::string tools;
    for (const auto& tool : entry.at("tools"))
        tools += (tools.empty() ? "" : ", ") + tool.get<std::string>();
    return text + (tools.empty() ? "" : "  tools " + tools);
}

// Returns ", repeated on 1, 75"; empty if no exit status is one of a step that was not done.
static std::string text_of_statuses(const Json& entry)
{
    std::string text;
    for (const auto& status : json::member(entry, "repeatOn"))
        text += (text.empty() ? ", repeated on " : ", ") + status.dump();
    return text;
}

// Returns the settings of a step: "  3 items  once  retry 2  timeout 5 s  (when …)  (asks)".
static std::string text_of_settings(const Json& entry)
{
    std::string text;
    const Json& items = json::member(json::member(entry, "values"), "items");
    if (items.is_array())
        text += "  " + std::to_string(items.size()) + (items.size() == 1 ? " item" : " items");
    for (const auto& needed : json::member(entry, "needs"))
        text += "  needs " + text_of(needed);
    if (entry.contains("parallel"))
        text += "  parallel " + text_of(entry.at("parallel"));
    if (entry.contains("once"))
        text += "  (once" + text_of_statuses(entry) + ")";
    if (entry.contains("retry"))
        text += "  retry " + text_of(entry.at("retry"));
    if (entry.contains("timeoutSeconds"))
        text += "  timeout " + text_of(entry.at("timeoutSeconds")) + " s";
    if (entry.contains("when"))
        text += "  (when " + text_of(entry.at("when")) + ")";
    return text + (entry.value("asks", false) ? "  (asks)" : "");
}

// Returns the first lines of a text, each indented.
static std::string indented(const std::string& text)
{
    constexpr std::size_t max_lines = 20;
    std::string lines;
    std::size_t count = 0;
    std::size_t begin = 0;
    while (begin < text.size() && count++ < max_lines) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines += "\n    " + terminal::without_controls(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines + (begin < text.size() ? "\n    …" : "");
}

static std::string planned_lines(const Json& entry)
{
    std::string line = text_of(entry.at("path")) + "  " + text_of(entry.at("kind"));
    std::string beneath;
    if (entry.contains("tool")) {
        const std::string call = text_of(entry.at("calls"));
        const bool is_long = call.find('\n') != std::string::npos;
        line += "  " + text_of(entry.at("tool")) + (is_long ? ":" : ": " + call);
        beneath += is_long ? indented(call) : "";
    }
    if (entry.contains("tools"))
        line += text_of_model(entry);
    std::string lines = terminal::without_controls(line + text_of_settings(entry)) + beneath;
    for (const auto& [name, value] : json::member(entry, "values").items())
        if (const std::string text = text_of(value); text.find('\n') == std::string::npos)
            lines += "\n  " + terminal::without_controls(name + ": " + text);
        else
            lines += "\n  " + terminal::without_controls(name) + ":" + indented(text);
    return lines;
}

std::string plan_text(const Json& plan)
{
    std::string text;
    for (const auto& entry : plan.at("steps"))
        text += (text.empty() ? "" : "\n") + planned_lines(entry);
    return text;
}

}
