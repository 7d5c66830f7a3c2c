#include "runner/start/run_config.hpp"

#include "agent/tasks/task_list.hpp"
#include "runner/start/approval_rules.hpp"
#include "toolkit/text/image.hpp"

#include <algorithm>
#include <utility>

namespace runner::start {

using namespace agent;

static std::chrono::milliseconds idle_timeout_of(const options::Options& options)
{
    static constexpr std::chrono::milliseconds usual {120'000};
    return options.idle_timeout.count() > 0 ? options.idle_timeout
                                            : std::min(usual, options.reply_timeout);
}

ServerConfig server_config_of(const options::Options& options)
{
    return {options.base_url, options.api_key, options.headers, options.ca_file, options.verify,
        options.reply_timeout, idle_timeout_of(options), options.retries, options.api,
        options.env_key, options.prompt_cache};
}

static model::ChatSettings chat_settings_of(const options::Options& options)
{
    return {options.model, options.temperature, options.max_tokens,
        options.stream ? model::Streaming::on : model::Streaming::off, options.reasoning_effort,
        options.top_p, options.stops, options.seed, options.fallback_model};
}

static BeginningConfig beginning_of(const options::Options& options)
{
    std::optional<std::string> system = options.system;
    if (!system && !options.default_system)
        system = "";
    return {std::move(system), options.system_file, options.agents_md, options.session,
        options.fork, {}, options.sessions, options.load_messages, options.dry_run};
}

void change_server(ServerConfig& server, const std::string& url, const std::string& key)
{
    if (server.base_url != url) {
        server.headers.clear();
        server.ca_file.clear();
        server.verify = true;
        server.key_variable.clear();
    }
    server.base_url = url;
    server.api_key = key;
}

RunConfig run_config_of(const options::Options& options)
{
    RunConfig config;
    config.chat = chat_settings_of(options);
    config.server = server_config_of(options);
    config.replay = options.replay;
    config.waits_for_servers = options.waits_for_servers;
    config.record = options.record;
    config.save_messages = options.save_messages;
    config.redact_model = options.redact_model;
    config.tools = manifest::tool_selection_of(options);
    config.offers_skills = options.skills;
    config.tools.has_skills = options.skills;
    config.tools.has_tasks = options.tasks;
    config.offers_tasks = options.tasks && options.tools != "none"
        && !manifest::is_left_out(config.tools, tasks::task_tool_name);
    config.tool_timeout = options.timeout;
    if (options.replaces_unread)
        config.unread = calls::FileRecord::Unread::allowed;
    config.answer_limits = {options.max_result_bytes, text::max_image, true};
    config.beginning = beginning_of(options);
    config.tools.agents = manifest::offered_agents(options);
    for (auto& file : options::prompt_files(options.config_files))
        config.tools.obeyed.push_back(std::move(file));
    config.limits = {options.max_steps, options.max_calls, options.max_repeats,
        options.max_total_tokens, false, {}, options.max_time, options.max_cost};
    config.prices = options.taste.prices;
    config.context_window = options.context_window;
    config.output_schema_file = options.output_schema;
    config.shown
        = {options.stream && !options.json && options.output_schema.empty(), options.verbose};
    config.approve = options.approve;
    config.approval_rules = approval_rules_of(options, "terminal");
    config.audit = options.audit;
    config.hooks = find_hooks(options.config_files);
    for (auto& file : config.hooks.files())
        config.tools.obeyed.push_back(std::move(file));
    return config;
}

static double cost_of_agents(const TurnLimits& limits)
{
    const bool has_both = limits.cost > 0 && limits.cost_of_agents > 0;
    return has_both ? std::min(limits.cost, limits.cost_of_agents)
                    : std::max(limits.cost, limits.cost_of_agents);
}

manifest::ToolSelection tools_of(const RunConfig& config)
{
    manifest::ToolSelection tools = config.tools;
    if (tools.agents)
        manifest::set_bounds(tools.agents->entry,
            {config.server.base_url, config.server.api_key, config.server.key_variable,
                config.server.headers, config.chat.model, config.chat.fallback, config.approve,
                config.limits.tokens, config.limits.time, cost_of_agents(config.limits)});
    return tools;
}

}
