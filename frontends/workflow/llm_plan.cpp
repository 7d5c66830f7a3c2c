#include "frontends/workflow/llm_plan.hpp"

#include "agent/skills/prompt_file.hpp"
#include "frontends/workflow/llm_step.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "runner/start/other_servers.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"

#include <algorithm>

namespace frontends::workflow {

using namespace runner;

manifest::ToolSelection ModelPlan::selection_of(const Agent* agent) const
{
    manifest::ToolSelection wanted = agent == nullptr ? config.tools : agent->config.tools;
    wanted.has_servers = !config.servers.empty();
    return wanted;
}

const manifest::ManifestChoice& ModelPlan::choice_of(const std::string& name, const Agent* agent)
{
    const auto known = choices.find(name);
    return known != choices.end()
        ? known->second
        : choices.emplace(name, manifest::choose_tools(selection_of(agent))).first->second;
}

static void check_names(const Field& tools, const manifest::ManifestChoice& choice,
    bool has_servers, Problems& problems)
{
    for (const auto& item : tools.node->items)
        if (!text::contains(choice.names, item.text)
            && !(has_servers && manifest::is_name_of_server_tool(item.text)))
            add(problems, item.place, "the manifest has no tool " + text::in_quotes(item.text),
                text::did_you_mean(
                    item.text, choice.names, "'agentcli capabilities' lists the tools"));
}

static void find_obstacle_of_prompt(const Field& file, Problems& problems)
try {
    (void)skills::find_prompt_file(file.node->text);
} catch (const ToolError& error) {
    add(problems, file.node->place, error.message, error.hint);
}

void ModelPlan::find_obstacles(const Step& step, const Chosen& chosen, Problems& problems)
{
    const Workflow& workflow = *chosen.workflow;
    const Block* const prompt = step.own().block("prompt");
    if (const Field* const file = prompt == nullptr ? nullptr : prompt->find("file"))
        find_obstacle_of_prompt(*file, problems);
    const Field* const own = step.own().find("agent");
    const Field* const field = own != nullptr ? own : workflow.fields.find("agent");
    try {
        const Agent* const agent = agents.of(step, workflow);
        if (!replays && model_of(step, workflow, agents, config.chat.model).empty())
            add(problems, step.work().place, "no model is named",
                "--model NAME, OAI_MODEL, a profile, or 'model' in the file names it");
        const Field* const tools = step.own().find("tools");
        if (agent == nullptr && tools == nullptr)
            return;
        const auto& choice = choice_of(agent_of(step, workflow), agent);
        if (tools != nullptr)
            check_names(*tools, choice, !config.servers.empty(), problems);
    } catch (const ToolError& error) {
        add(problems, field == nullptr ? step.work().place : field->node->place, error.message,
            error.hint);
    }
}

void ModelPlan::describe(const Step& step, const Workflow& workflow, Json& entry) const
{
    const Agent* const agent = agents.of(step, workflow);
    const std::string model = model_of(step, workflow, agents, config.chat.model);
    if (!model.empty())
        entry["model"] = model;
    if (agent != nullptr)
        entry["agent"] = agent_of(step, workflow);
    for (const char* name : {"session", "keep_session"})
        if (step.own().find(name) != nullptr)
            entry["session"] = step.own().text(name);
    manifest::ToolSelection wanted = selection_of(agent);
    choose_tools(step, agent, wanted);
    const calls::Approve approve = std::max(config.approve, approve_of(step, workflow, agent));
    bool asks = false;
    entry["tools"] = Json::array();
    for (const auto& tool : manifest::choose_tools(wanted).tools) {
        entry["tools"].push_back(tool.name);
        asks = asks || approve == calls::Approve::always
            || ((approve == calls::Approve::changes || approve == calls::Approve::edits)
                && tool.changes_files);
    }
    entry["asks"] = asks;
}

}
