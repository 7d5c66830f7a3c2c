#include "runner/options/agent_definitions.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string_view>

namespace runner::options {

using namespace agent;
using namespace toolkit;

static ToolError wrong(const std::string& what, const std::string& hint = {})
{
    return {Code::bad_request, what, hint};
}

static void check_names(const Json& object, std::initializer_list<std::string_view> known)
{
    for (const auto& [name, value] : object.items())
        if (!text::contains(known, name))
            throw wrong("unknown field " + text::in_quotes(name),
                text::did_you_mean(name, std::vector<std::string>(known.begin(), known.end()), ""));
}

static std::string text_in(const Json& entry, const char* name, std::size_t most)
{
    const Json& value = json::member(entry, name);
    if (value.is_null())
        return {};
    if (!value.is_string() || value == "")
        throw wrong(text::in_quotes(name) + " is not a text");
    if (value.get_ref<const std::string&>().size() > most)
        throw wrong(text::in_quotes(name) + " has more than " + std::to_string(most) + " bytes");
    return value;
}

static std::int64_t limit_in(const Json& limits, const char* name, std::int64_t usual)
{
    const Json& value = json::member(limits, name);
    if (value.is_null())
        return usual;
    if (!value.is_number_integer() || value < 1 || value > 1'000'000'000)
        throw wrong("'limits." + std::string(name) + "' is not a number from 1 to 1000000000");
    return value;
}

static std::chrono::milliseconds time_in(const Json& limits, std::chrono::milliseconds usual)
{
    const Json& value = json::member(limits, "maxSeconds");
    if (value.is_null())
        return usual;
    constexpr double most = 24 * 60 * 60;
    const double seconds = value.is_number() ? value.get<double>() : 0;
    if (!(seconds >= 0.001 && seconds <= most))
        throw wrong("'limits.maxSeconds' is not a number of seconds above 0 and at most 86400");
    return std::chrono::milliseconds(std::llround(seconds * 1000));
}

static void read_limits(const Json& entry, AgentDefinition& agent)
{
    const Json& limits = json::member(entry, "limits");
    if (limits.is_null())
        return;
    if (!limits.is_object())
        throw wrong("'limits' is not an object");
    check_names(limits, {"maxSteps", "maxToolCalls", "maxTotalTokens", "maxSeconds"});
    agent.max_steps = limit_in(limits, "maxSteps", agent.max_steps);
    agent.max_calls = limit_in(limits, "maxToolCalls", agent.max_calls);
    agent.max_total_tokens = limit_in(limits, "maxTotalTokens", agent.max_total_tokens);
    agent.max_time = time_in(limits, agent.max_time);
}

static void read_tools(const Json& entry, AgentDefinition& agent)
{
    static constexpr std::size_t max_tools = 200;
    const Json& tools = json::member(entry, "tools");
    if (!entry.contains("tools") || tools == "all")
        return;
    if (tools == "read") {
        agent.tools = AgentTools::reading;
        return;
    }
    const auto is_text = [](const Json& one) { return one.is_string() && one != ""; };
    if (!tools.is_array() || tools.size() > max_tools
        || !std::all_of(tools.begin(), tools.end(), is_text))
        throw wrong("'tools' is neither \"all\", \"read\", nor a list of names of tools");
    agent.tools = AgentTools::named;
    for (const auto& name : tools)
        agent.tool_names.push_back(name);
}

static void read_output_schema(const Json& entry, AgentDefinition& agent)
{
    agent.output_schema = json::member(entry, "outputSchema");
    if (agent.output_schema.is_null())
        return;
    if (!agent.output_schema.is_object())
        throw wrong("'outputSchema' is not a JSON Schema");
    json::Schema(agent.output_schema, calls::compiled_by_re2);
}

// Returns the path of a file that the config names, which is relative to its directory.
static std::string placed(const std::string& path, const std::string& directory)
{
    return path.starts_with('/') ? path : directory + path;
}

static void read_prompt(const Json& entry, const std::string& directory, AgentDefinition& agent)
{
    agent.prompt = text_in(entry, "prompt", max_agent_prompt);
    const std::string file = text_in(entry, "promptFile", 4096);
    agent.prompt_file = file.empty() ? "" : placed(file, directory);
    if (agent.prompt.empty() == agent.prompt_file.empty())
        throw wrong("it needs either 'prompt' or 'promptFile'");
}

static AgentDefinition agent_in(
    const std::string& name, const Json& entry, const std::string& directory)
{
    AgentDefinition agent {.name = name};
    if (name.size() > 64 || name.empty() || text::name_length(name, "_-") != name.size()
        || name == "none")
        throw wrong("its name is not 1 to 64 of a-z A-Z 0-9 _ -");
    if (name == investigator_name)
        throw wrong("an agent with this name is built in", "give it another name");
    if (!entry.is_object())
        throw wrong("it is not an object");
    check_names(entry,
        {"description", "prompt", "promptFile", "tools", "profile", "model", "limits",
            "outputSchema"});
    agent.description = text_in(entry, "description", max_agent_description);
    if (agent.description.empty())
        throw wrong("it has no 'description'");
    read_prompt(entry, directory, agent);
    read_tools(entry, agent);
    agent.profile = text_in(entry, "profile", 200);
    agent.model = text_in(entry, "model", 200);
    read_limits(entry, agent);
    read_output_schema(entry, agent);
    return agent;
}

bool uses_skills(const AgentDefinition& agent)
{
    return agent.tools == AgentTools::named && text::contains(agent.tool_names, skill_tool);
}

// Returns the value of `agents`, null if there is none.
static Json entries_in(const ConfigFiles& files)
{
    if (!files.own.text)
        return {};
    const Json config = json::parse_bounded(*files.own.text, json::RepeatedNames::refused);
    return json::member(config, "agents");
}

static std::string directory_of(const ConfigFiles& files)
{
    return files.own.path.substr(0, files.own.path.rfind('/') + 1);
}

std::vector<std::string> prompt_files(const ConfigFiles& files)
{
    std::vector<std::string> paths;
    const Json entries = entries_in(files);
    if (!entries.is_object())
        return paths;
    for (const auto& [name, entry] : entries.items())
        if (const std::string path = json::string_member(entry, "promptFile"); !path.empty())
            paths.push_back(placed(path, directory_of(files)));
    return paths;
}

std::vector<AgentDefinition> configured_agents(const ConfigFiles& files)
{
    std::vector<AgentDefinition> agents;
    const Json entries = entries_in(files);
    if (entries.is_null())
        return agents;
    const std::string directory = directory_of(files);
    const std::string where = "the config " + text::in_quotes(files.own.path) + ": ";
    if (!entries.is_object() || entries.size() > max_agents)
        throw wrong(where + "'agents' is not an object of at most " + std::to_string(max_agents)
            + " agents");
    for (const auto& [name, entry] : entries.items()) {
        try {
            agents.push_back(agent_in(name, entry, directory));
        } catch (const ToolError& error) {
            throw wrong(where + "the agent " + text::in_quotes(name) + ": " + error.message,
                error.hint.empty() ? "--agents none leaves agents out" : error.hint);
        }
    }
    return agents;
}

AgentDefinition investigator()
{
    return {.name = investigator_name,
        .description = "answers a question about the workspace with findings and checked quotes; "
                       "changes nothing",
        .tools = AgentTools::reading};
}

std::vector<AgentDefinition> all_agents(const ConfigFiles& files)
{
    std::vector<AgentDefinition> agents = configured_agents(files);
    agents.insert(agents.begin(), investigator());
    return agents;
}

const AgentDefinition& agent_named(
    const std::string& name, const std::vector<AgentDefinition>& agents)
{
    std::vector<std::string> names;
    std::string all;
    for (const auto& agent : agents) {
        if (agent.name == name)
            return agent;
        names.push_back(agent.name);
        all += (all.empty() ? "" : ", ") + agent.name;
    }
    throw wrong("there is no agent " + text::in_quotes(name),
        text::did_you_mean(name, names,
            "the agents are " + all
                + ": 'agents' of agentcli/config.json in $XDG_CONFIG_HOME or "
                  "~/.config has more"));
}

}
