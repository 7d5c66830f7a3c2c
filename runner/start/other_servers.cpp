#include "runner/start/other_servers.hpp"

#include "toolkit/text/contains.hpp"
#include "toolkit/text/image.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace runner::start {

using namespace agent;
using namespace toolkit;

bool is_wanted(const manifest::ToolSelection& wanted, const calls::OfferedTool& tool)
{
    return std::all_of(wanted.only.begin(), wanted.only.end(),
               [&](const auto& names) { return text::contains(names, tool.name); })
        && !text::contains(wanted.without, tool.name)
        && !(wanted.is_read_only && tool.changes_files);
}

agent::mcp::ServerSource::Settings settings_of_servers(
    const RunConfig& config, std::set<std::string> taken)
{
    agent::mcp::ServerSource::Settings settings;
    settings.workspace = std::filesystem::current_path().string();
    settings.taken = std::move(taken);
    settings.is_chosen
        = [wanted = config.tools](const auto& tool) { return is_wanted(wanted, tool); };
    if (config.answer_limits.bytes > 0)
        settings.limits = {config.answer_limits.bytes, text::max_image};
    settings.prompter = config.prompter;
    settings.sign_ins = config.sign_ins;
    settings.commands = config.server_commands;
    settings.is_verbose = config.shown.reasoning;
    return settings;
}

std::unique_ptr<agent::mcp::ServerSource> source_of_servers(const RunConfig& config,
    std::set<std::string> taken, const agent::mcp::ServerSource::Dependencies& by)
{
    if (config.servers.empty())
        return {};
    return std::make_unique<agent::mcp::ServerSource>(
        config.servers, settings_of_servers(config, std::move(taken)), by);
}

}
