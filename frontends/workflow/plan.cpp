#include "frontends/workflow/plan.hpp"

#include "agent/workflow/once.hpp"
#include "frontends/workflow/llm_plan.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/text/suggestion.hpp"

#include <utility>

namespace frontends::workflow {

using namespace runner;

static std::string tool_of(const Step& step)
{
    switch (step.kind) {
    case Kind::exec:
    case Kind::shell:
    case Kind::python: return "exec";
    case Kind::tool: {
        const std::string server = step.own().text("server");
        return (server.empty() ? "" : server + "__") + step.own().text("name");
    }
    default: return {};
    }
}

static void check_tool(
    const Step& step, const Chosen& chosen, const StepCalls& calls, Problems& problems)
{
    const std::string name = tool_of(step);
    if (name.empty() || name.find("__") != std::string::npos)
        return;
    const calls::OfferedTool* tool = calls.tool(name);
    if (tool == nullptr) {
        std::vector<std::string> names;
        for (const auto* each : calls.tools())
            names.push_back(each->name);
        return workflow::add(problems, step.work().place,
            "the manifest has no tool " + text::in_quotes(name),
            text::did_you_mean(name, names, "--tools FILE names a manifest that has it"));
    }
    const Field* args = step.kind == Kind::tool ? step.own().find("args") : nullptr;
    if (args == nullptr || tool->checked_schema == nullptr || tool->checks_arguments)
        return;
    const ValueTemplate& values = chosen.compiled().values.at(args->node);
    try {
        if (values.is_constant())
            tool->checked_schema->check(values.known());
    } catch (const ToolError& error) {
        workflow::add(problems, args->place, error.message, error.hint);
    }
}

static Problems obstacles_in(const Chosen& one, const StepCalls& calls, ModelPlan& models)
{
    Problems problems;
    const auto check = [&](const Step& step) {
        check_tool(step, one, calls, problems);
        if (step.kind == Kind::llm)
            models.find_obstacles(step, one, problems);
    };
    for_each_step(one.workflow->steps(), check);
    for_each_step(one.workflow->final_steps(), check);
    return problems;
}

Problems obstacles_to(const Planned& planned)
{
    Problems problems;
    ModelPlan models(planned.config, planned.agents);
    for (const auto& one : all_called_by(planned.chosen, planned.library))
        for (auto& problem : obstacles_in(one, planned.calls, models)) {
            if (one.file != planned.chosen.file) // the place is another file's
                problem.message = one.file->file.path + ": " + problem.message;
            problems.push_back(std::move(problem));
        }
    return problems;
}

// Returns the words of a command that are known without data, with "…" in place of the others.
static std::string shown_words(const std::vector<FieldTemplate>& words)
{
    static const Json nothing = Json::object();
    std::string shown;
    for (const auto& word : words)
        shown += (shown.empty() ? "" : " ")
            + (word.is_constant() ? word.text({nothing, 0}) : std::string("…"));
    return shown;
}

static std::string shown_call(const Step& step, const Chosen& chosen)
{
    const Block& own = step.own();
    if (step.kind == Kind::exec)
        return shown_words(chosen.compiled().lists.at(own.find("argv")->node));
    if (step.kind == Kind::shell)
        return own.text("shell", "bash") + ": " + own.text("command");
    if (step.kind == Kind::python)
        return "python3: " + own.text(own.find("code") != nullptr ? "code" : "module");
    if (const Field* args = own.find("args"))
        return chosen.compiled().values.at(args->node).known().dump();
    return {};
}

namespace {

// The list of planned steps, and the manifest and models in which their details are looked up.
struct Plan {
    Library& library;
    const StepCalls& calls;
    const ModelPlan models;
    Json list = Json::array();
};

}

static Json planned_step(
    const Plan& plan, const Step& step, const std::string& path, const Chosen& chosen)
{
    Json entry {{"path", path}, {"kind", name_of(step.kind)}};
    if (const Field* when = step.fields.find("when"))
        entry["when"] = when->node->text;
    if (is_once(step))
        entry["once"] = true;
    if (const auto statuses = repeatable_statuses(step); !statuses.empty())
        entry["repeatOn"] = statuses;
    if (step.kind == Kind::llm)
        plan.models.describe(step, *chosen.workflow, entry);
    const std::string name = tool_of(step);
    if (name.empty())
        return entry;
    entry["tool"] = name;
    entry["calls"] = shown_call(step, chosen);
    if (const calls::OfferedTool* tool = plan.calls.tool(name)) {
        entry["changesFiles"] = tool->changes_files;
        if (!tool->effects.is_null())
            entry["effects"] = tool->effects;
    }
    entry["asks"] = !chosen.file->file.is_trusted || step.fields.text("approve") == "always";
    return entry;
}

static void add_planned(
    Plan& plan, const std::vector<Step>& steps, const std::string& path, const Chosen& chosen)
{
    for (const auto& step : steps) {
        const std::string where = path.empty() ? step.name : path + "." + step.name;
        plan.list.push_back(planned_step(plan, step, where, chosen));
        if (step.kind == Kind::workflow) {
            const Chosen called = plan.library.called_by(*chosen.file, step.own().text("name"));
            add_planned(plan, called.workflow->steps(), where, called);
            add_planned(plan, called.workflow->final_steps(), where + ".finally", called);
        } else if (step.kind == Kind::foreach) {
            add_planned(plan, step.own().steps("steps"), where + "[…]", chosen);
        } else if (step.kind == Kind::parallel) {
            for (const auto& branch : step.own().find("branches")->lists)
                add_planned(plan, branch.steps, where + "." + branch.name, chosen);
        }
        add_planned(plan, step.fields.steps("fallback"), where + ".fallback", chosen);
    }
}

Json plan_of(const Planned& planned)
{
    const Chosen& chosen = planned.chosen;
    Plan plan {planned.library, planned.calls, ModelPlan(planned.config, planned.agents)};
    add_planned(plan, chosen.workflow->steps(), "", chosen);
    add_planned(plan, chosen.workflow->final_steps(), "finally", chosen);
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

static std::string text_of_statuses(const Json& entry)
{
    std::string text;
    for (const auto& status : entry.at("repeatOn"))
        text += (text.empty() ? "" : ", ") + status.dump();
    return text;
}

static std::string planned_line(const Json& entry)
{
    std::string line
        = entry.at("path").get<std::string>() + "  " + entry.at("kind").get<std::string>();
    if (entry.contains("tool"))
        line += "  " + entry.at("tool").get<std::string>() + ": "
            + entry.at("calls").get<std::string>();
    if (entry.contains("tools"))
        line += text_of_model(entry);
    if (entry.contains("when"))
        line += "  (when " + entry.at("when").get<std::string>() + ")";
    if (entry.value("once", false))
        line += entry.contains("repeatOn") ? "  (once, repeated on " + text_of_statuses(entry) + ")"
                                           : "  (once)";
    if (entry.value("asks", false))
        line += "  (asks)";
    return terminal::without_controls(line);
}

std::string plan_text(const Planned& planned)
{
    std::string text;
    const Json plan = plan_of(planned);
    for (const auto& entry : plan.at("steps"))
        text += (text.empty() ? "" : "\n") + planned_line(entry);
    return text;
}

}
