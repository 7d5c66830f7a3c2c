#include "runner/manifest/agent_entry.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/elision.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

namespace runner::manifest {

using namespace agent;
using namespace toolkit;

static constexpr std::chrono::seconds usual_time {300};
// For the last request after a limit, and to exit.
static constexpr std::chrono::seconds time_to_answer {90};
static constexpr std::size_t max_listed_description = 300;
static const char* const flags_of_bounds[] = {"--header=", "--env-key=", "--fallback-model=",
    "--approve=", "--max-total-tokens=", "--max-seconds=", "--max-cost="};

static void add_setting(
    std::vector<std::string>& settings, const char* name, const std::string& value)
{
    if (!value.empty())
        settings.push_back(std::string(name) + "=" + value);
}

bool is_within_agent()
{
    const char* const name
        = std::getenv(mark_of_agent); // NOLINT(concurrency-mt-unsafe): one thread
    return name != nullptr && *name != '\0';
}

// Returns the name of the variable for one file. Each file has its own, since a path may contain
// any byte but 0.
static std::string variable_of_obeyed(std::size_t number)
{
    return "AGENTCLI_OBEYED_" + std::to_string(number);
}

void set_run(
    calls::ManifestTool& entry, const std::string& run_name, const std::vector<std::string>& obeyed)
{
    add_setting(entry.settings, "AGENTCLI_RUN", run_name);
    for (std::size_t number = 0; number < obeyed.size(); ++number)
        entry.settings.push_back(variable_of_obeyed(number) + "=" + obeyed[number]);
}

std::vector<std::string> files_obeyed_by_run()
{
    std::vector<std::string> files;
    for (;;) {
        const char* const file = std::getenv( // NOLINT(concurrency-mt-unsafe): one thread
            variable_of_obeyed(files.size()).c_str());
        if (file == nullptr)
            return files;
        files.emplace_back(file);
    }
}

static Json schema_of_paths()
{
    return {{"type", "array"},
        {"items", {{"type", "string"}, {"minLength", 1}, {"maxLength", 1024}}}, {"maxItems", 20},
        {"description", "Where to begin"}};
}

static Json schema_of_question()
{
    return {{"type", "object"},
        {"properties",
            {{"question",
                 {{"type", "string"}, {"minLength", 1}, {"maxLength", 4000},
                     {"description", "All that the investigator is told"}}},
                {"paths", schema_of_paths()}}},
        {"required", {"question"}}, {"additionalProperties", false}};
}

Json schema_of_agent_requests(const std::vector<options::AgentDefinition>& agents)
{
    Json names = Json::array();
    for (const auto& agent : agents)
        names.push_back(agent.name);
    return {{"type", "object"},
        {"properties",
            {{"agent", {{"type", "string"}, {"enum", std::move(names)}}},
                {"task",
                    {{"type", "string"}, {"minLength", 1}, {"maxLength", 16'000},
                        {"description", "All that the agent is told"}}},
                {"paths", schema_of_paths()}}},
        {"required", {"agent", "task"}}, {"additionalProperties", false}};
}

calls::ManifestTool plain_entry_of_investigator()
{
    calls::ManifestTool tool;
    tool.name = "investigate";
    tool.description = "Have a question about the workspace investigated by a reader with a "
                       "context of its own; returns findings with checked quotes. Changes "
                       "nothing.";
    tool.schema = schema_of_question();
    tool.checked_schema = std::make_shared<const json::Schema>(tool.schema, calls::compiled_by_re2);
    tool.effects = {{"workspace", "read"}, {"network", "on"}, {"sandbox", "none"}};
    tool.display = {{"kind", "other"}, {"verb", "investigate"}, {"subject", {"{question}"}},
        {"facts", {"{calls:call/calls}"}}};
    tool.program = system::own_program();
    tool.command = {tool.program, "investigate"};
    tool.timeout = usual_time + time_to_answer;
    return tool;
}

static void add_flag(std::vector<std::string>& command, const char* flag, const std::string& value)
{
    if (!value.empty())
        command.push_back(std::string(flag) + "=" + value);
}

static const char* name_of(model::Api api)
{
    return api == model::Api::chat ? "chat" : api == model::Api::responses ? "responses" : "auto";
}

static const char* name_of(model::PromptCache cache)
{
    return cache == model::PromptCache::on ? "on" : cache == model::PromptCache::off ? "off" : "";
}

// Returns the flags that pass on the run's settings for its server, tools and secrets.
static std::vector<std::string> flags_for(const options::Options& options)
{
    std::vector<std::string> flags;
    add_flag(flags, "--profile", options.profile);
    add_flag(flags, "--tools", absolute_manifest(options.tools));
    add_flag(flags, "--api", name_of(options.api));
    add_flag(flags, "--prompt-cache", name_of(options.prompt_cache));
    add_flag(flags, "--ca-file", options.ca_file.empty() ? "" : absolute_path(options.ca_file));
    if (!options.verify)
        flags.emplace_back("--no-verify");
    add_flag(flags, "--overwrite", options.replaces_unread ? "any" : "read");
    for (const auto& key : options.redact.keys)
        add_flag(flags, "--redact-key", key);
    if (options.redact_model)
        flags.emplace_back("--redact-model");
    if (options.audit == audit::AuditPolicy::best_effort)
        flags.emplace_back("--audit=best-effort");
    return flags;
}

// Returns an amount in the form of flags, without an exponent; empty for 0.
static std::string written(double amount)
{
    std::array<char, 400> text {};
    const auto end
        = std::to_chars(text.data(), text.data() + text.size(), amount, std::chars_format::fixed);
    return amount > 0 ? std::string(text.data(), end.ptr) : "";
}

// Removes the settings of the previous server, including its key, from the entry.
static void forget_bounds(calls::ManifestTool& entry)
{
    static const std::string flag_of_key = "--env-key=";
    std::string key_setting;
    for (const auto& word : entry.command)
        if (word.starts_with(flag_of_key) && word != flag_of_key)
            key_setting = word.substr(flag_of_key.size()) + "=";
    std::erase_if(entry.settings, [&](const std::string& word) {
        return word.starts_with("OAI_") || (!key_setting.empty() && word.starts_with(key_setting));
    });
    std::erase_if(entry.command, [](const std::string& word) {
        return std::any_of(std::begin(flags_of_bounds), std::end(flags_of_bounds),
            [&](const char* flag) { return word.starts_with(flag); });
    });
}

void set_bounds(calls::ManifestTool& entry, const AgentBounds& bounds)
{
    forget_bounds(entry);
    for (const auto& header : bounds.headers)
        add_flag(entry.command, "--header", header);
    entry.command.push_back("--env-key=" + bounds.key_variable); // overrides that of a profile
    add_flag(entry.command, "--fallback-model", bounds.fallback_model);
    add_flag(entry.command, "--approve", std::string(calls::word_of(bounds.approve)));
    add_flag(entry.command, "--max-total-tokens",
        bounds.tokens > 0 ? std::to_string(bounds.tokens) : "");
    add_flag(entry.command, "--max-seconds",
        bounds.time.count() > 0 ? std::to_string(bounds.time.count()) + "ms" : "");
    add_flag(entry.command, "--max-cost", written(bounds.cost));
    add_setting(entry.settings, "OAI_BASE_URL", bounds.base_url);
    add_setting(entry.settings,
        bounds.key_variable.empty() ? "OAI_API_KEY" : bounds.key_variable.c_str(), bounds.api_key);
    add_setting(entry.settings, "OAI_MODEL", bounds.model);
}

static std::string description_of(const std::vector<options::AgentDefinition>& agents)
{
    std::string text = "Have a task done by an agent with a context of its own; it cannot ask, and "
                       "its answer is all that comes back.";
    for (const auto& agent : agents) {
        std::string line = text::shortened(agent.description, max_listed_description);
        std::replace(line.begin(), line.end(), '\n', ' ');
        text += "\n" + agent.name + ": " + line;
    }
    return text;
}

// Returns the variables of the keys of the agents' own servers.
static std::vector<std::string> key_variables_of(
    const std::vector<options::AgentDefinition>& agents, const options::Options& options)
{
    std::vector<std::string> names;
    for (const auto& agent : agents) {
        if (agent.profile.empty())
            continue;
        try {
            const auto own = options::with_profile(options, agent.profile);
            if (own.flags.contains("env-key") && !own.options.env_key.empty())
                names.push_back(own.options.env_key);
        } catch (const ToolError&) { // reported when the agent starts
        }
    }
    return names;
}

static calls::ManifestTool entry_of(
    const std::vector<options::AgentDefinition>& agents, const options::Options& options)
{
    calls::ManifestTool tool;
    tool.name = agent_tool_name;
    tool.description = description_of(agents);
    tool.display = {{"kind", "other"}, {"verb", "agent"}, {"subject", {"{agent}", "{task}"}},
        {"verbs", {{options::investigator_name, "investigate"}}},
        {"facts", {"{calls:call/calls}"}}};
    tool.schema = schema_of_agent_requests(agents);
    tool.checked_schema = std::make_shared<const json::Schema>(tool.schema, calls::compiled_by_re2);
    tool.program = system::own_program();
    tool.command = {tool.program, "agent"};
    for (auto& flag : flags_for(options))
        tool.command.push_back(std::move(flag));
    std::chrono::milliseconds time = options.max_time;
    for (const auto& agent : agents)
        time = std::max(time, agent.max_time);
    tool.timeout = time + time_to_answer;
    tool.env = {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
        "no_proxy", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"};
    for (auto& name : key_variables_of(agents, options))
        tool.env.push_back(std::move(name));
    std::string patterns;
    for (const auto& pattern : options.redact.patterns)
        patterns += pattern + "\n";
    add_setting(tool.settings, "AGENTCLI_REDACT", patterns);
    set_bounds(tool,
        {options.base_url, options.api_key, options.env_key, options.headers, options.model,
            options.fallback_model, options.approve, options.max_total_tokens, options.max_time,
            options.max_cost});
    return tool;
}

std::optional<OfferedAgents> offered_agents(const options::Options& options)
{
    if (is_within_agent() || !options.replay.empty())
        return std::nullopt;
    std::vector<std::string> names;
    if (options.investigator)
        names.emplace_back(options::investigator_name);
    if (options.agents)
        names.insert(names.end(), options.agents->begin(), options.agents->end());
    const bool needs_config = !options.agents
        || std::any_of(names.begin(), names.end(),
            [](const auto& name) { return name != options::investigator_name; });
    const auto known = needs_config ? options::all_agents(options.config_files)
                                    : std::vector {options::investigator()};
    if (!options.agents)
        for (const auto& agent : known)
            if (agent.name != options::investigator_name)
                names.push_back(agent.name);
    std::vector<options::AgentDefinition> agents;
    std::vector<std::string> seen;
    for (const auto& name : names) {
        if (text::contains(seen, name))
            continue;
        agents.push_back(options::agent_named(name, known));
        seen.push_back(name);
    }
    if (agents.empty())
        return std::nullopt;
    calls::ManifestTool entry = entry_of(agents, options);
    return OfferedAgents {std::move(entry), std::move(agents)};
}

}
