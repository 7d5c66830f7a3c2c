#include "frontends/workflow/obstacles.hpp"

#include "frontends/workflow/cost.hpp"
#include "frontends/workflow/known_arguments.hpp"
#include "frontends/workflow/llm_plan.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <utility>
#include <vector>

namespace frontends::workflow {

std::string tool_of(const Step& step)
{
    if (is_command(step))
        return "exec";
    if (step.kind != Kind::tool)
        return {};
    const std::string server = step.own().text("server");
    return (server.empty() ? "" : server + "__") + step.own().text("name");
}

std::set<std::string> servers_of_steps(const std::vector<Chosen>& workflows)
{
    std::set<std::string> servers;
    const auto look = [&](const Step& step) {
        if (step.kind == Kind::tool && step.own().find("server") != nullptr)
            servers.insert(step.own().text("server"));
    };
    for (const auto& one : workflows) {
        for_each_step(one.workflow->steps(), look);
        for_each_step(one.workflow->final_steps(), look);
    }
    return servers;
}

namespace {

// Collects the obstacles of workflows, those of called ones with the names of their files.
class ObstacleSearch {
public:
    explicit ObstacleSearch(const Planned& planned)
        : planned(planned)
        , models(planned.config, planned.agents, planned.replays)
    {
    }

    Obstacles search();

private:
    void look_at(const Chosen& one);
    void look_at_tool(const Step& step, const Chosen& one);
    bool look_at_server(const Step& step);
    void look_at_arguments(const Step& step, const Chosen& one, const calls::OfferedTool& tool);
    void add_missing_tool(const Step& step, const std::string& name);

    // Adds to the obstacles what was found in a file.
    enum class Cause { file, surroundings, server };
    void add(Problem problem, Cause cause)
    {
        if (current != planned.chosen.file) // the place is in another file
            problem.message = current->file.path + ": " + problem.message;
        found.are_surroundings = found.are_surroundings && cause != Cause::file;
        found.may_pass = found.may_pass && cause == Cause::server;
        found.problems.push_back(std::move(problem));
    }

    const Planned& planned;
    ModelPlan models;
    Obstacles found;
    const CheckedFile* current = nullptr;
    std::optional<ToolError> failed_start;
};

}

void ObstacleSearch::add_missing_tool(const Step& step, const std::string& name)
{
    const std::string server = step.kind == Kind::tool ? step.own().text("server") : "";
    const std::string prefix = server.empty() ? "" : server + "__";
    std::vector<std::string> names;
    for (const auto* each : planned.calls.tools())
        if (each->name.starts_with(prefix))
            names.push_back(each->name.substr(prefix.size()));
    const std::string tool = name.substr(prefix.size());
    add(Problem(step.work().place,
            (server.empty() ? "the manifest" : "the MCP server " + text::in_quotes(server))
                + " has no tool " + text::in_quotes(tool),
            text::did_you_mean(tool, names,
                server.empty() ? "--tools FILE names a manifest that has it"
                               : "'agentcli mcp tools " + server + "' lists its tools")),
        Cause::surroundings);
}

// Returns true if the server of a tool step is ready.
bool ObstacleSearch::look_at_server(const Step& step)
{
    const std::string server = step.own().text("server");
    const auto& entries = planned.config.servers;
    const Place place = step.own().find("server")->node->place;
    std::vector<std::string> names;
    names.reserve(entries.size());
    for (const auto& entry : entries)
        names.push_back(entry.name);
    if (!text::contains(names, server)) {
        add(Problem(place, "no MCP server " + text::in_quotes(server) + " is configured",
                text::did_you_mean(server, names, "'agentcli mcp add' adds one")),
            Cause::surroundings);
        return false;
    }
    try {
        if (!failed_start)
            planned.calls.start_servers();
    } catch (const ToolError& error) {
        if (error.code != Code::io_error)
            throw;
        failed_start = error;
    }
    if (failed_start)
        add(Problem(place, failed_start->message, failed_start->hint), Cause::server);
    return !failed_start;
}

void ObstacleSearch::look_at_arguments(
    const Step& step, const Chosen& one, const calls::OfferedTool& tool)
{
    const Field* const args = step.own().find("args");
    const ValueTemplate* const values
        = args == nullptr ? nullptr : &one.compiled().values.at(args->node);
    for (auto& problem : wrong_arguments(args, values, tool, step.work().place))
        add(std::move(problem), Cause::file);
}

void ObstacleSearch::look_at_tool(const Step& step, const Chosen& one)
{
    const std::string name = tool_of(step);
    if (name.empty())
        return;
    if (step.kind == Kind::tool && step.own().find("server") != nullptr && !look_at_server(step))
        return;
    const calls::OfferedTool* const tool = planned.calls.tool(name);
    if (tool == nullptr)
        add_missing_tool(step, name);
    else if (step.kind == Kind::tool)
        look_at_arguments(step, one, *tool);
}

void ObstacleSearch::look_at(const Chosen& one)
{
    current = one.file;
    const auto look = [&](const Step& step) {
        look_at_tool(step, one);
        if (step.kind != Kind::llm)
            return;
        Problems problems;
        models.find_obstacles(step, one, problems);
        for (auto& problem : problems)
            add(std::move(problem), Cause::surroundings);
    };
    for_each_step(one.workflow->steps(), look);
    for_each_step(one.workflow->final_steps(), look);
}

Obstacles ObstacleSearch::search()
{
    std::set<const Workflow*> seen; // one may be called several times
    for (const auto& one : all_called_by(planned.chosen, planned.library))
        if (seen.insert(one.workflow).second)
            look_at(one);
    current = planned.chosen.file; // lacking_prices() names the other files itself
    for (auto& problem : lacking_prices(planned.chosen, planned.library,
             {planned.prices, planned.config.chat, planned.agents}))
        add(std::move(problem), Cause::surroundings);
    found.problems = told_of(found.problems);
    return std::move(found);
}

Obstacles obstacles_to(const Planned& planned) { return ObstacleSearch(planned).search(); }

}
