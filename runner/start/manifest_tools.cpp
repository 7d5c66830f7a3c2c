#include "runner/start/manifest_tools.hpp"

#include "agent/calls/audit_entry.hpp"
#include "agent/calls/client_roots.hpp"
#include "agent/mcp/warm_tools.hpp"
#include "agent/steps/checkpoints.hpp"
#include "runner/manifest/tool_choice.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <filesystem>
#include <map>
#include <utility>

namespace runner::start {

using namespace agent;
using namespace toolkit;

// Notes once that the workspace is wide: the operator may not have intended to give access to all
// of it.
static void note_wide_workspace(const std::function<void(std::string_view)>& note)
{
    std::error_code error;
    const std::string workspace = std::filesystem::current_path(error).string();
    if (calls::is_wide(workspace))
        note("the workspace is " + text::in_quotes(workspace)
            + ": the model can read everything in it; -C DIR names another one");
}

ManifestTools::ManifestTools(const manifest::ToolSelection& wanted,
    std::chrono::milliseconds timeout, Dependencies surroundings)
    : by(std::move(surroundings))
{
    manifest::ManifestChoice choice = manifest::choose_tools(wanted);
    if (!choice.note.empty())
        by.note(choice.note);
    if (!choice.tools.empty())
        note_wide_workspace(by.note);
    obeyed = choice.obeyed;
    if (choice.agent_tool)
        for (auto& tool : choice.tools)
            if (tool.name == choice.agent_tool->name)
                manifest::set_run(tool, by.audit.run_name(), obeyed);
    all_names = std::move(choice.names);
    launch_command = std::move(choice.launcher);
    protection = std::make_unique<calls::Protection>(std::move(choice.obeyed), by.cancel);
    std::unique_ptr<calls::WarmCalls> warm;
    if (by.serves)
        warm = std::make_unique<agent::mcp::WarmTools>();
    tools = std::make_unique<calls::ManifestSource>(std::move(choice.tools), timeout, *protection,
        by.redaction,
        calls::ManifestSource::Extras {std::move(warm),
            by.unread ? std::make_unique<calls::FileRecord>(*by.unread) : nullptr, by.limits});
    if (wanted.keeps_checkpoints)
        keep_checkpoints();
}

void ManifestTools::keep_checkpoints()
{
    std::map<std::string, std::string> directories;
    try {
        for (const auto* offered : tools->tools()) {
            const auto& tool = static_cast<const calls::ManifestTool&>(*offered);
            const std::string root = calls::workspace_of(tool);
            if (json::member(tool.effects, "recordsFiles") == true && steps::is_in_repository(root))
                directories[tool.name] = steps::checkpoint_directory(root);
        }
    } catch (const ToolError& error) {
        return by.note("no checkpoints: " + error.message);
    }
    if (directories.empty())
        by.note("no checkpoints: no tool that runs commands has its workspace in a git repository");
    tools->keep_checkpoints(std::move(directories));
}

void ManifestTools::renew_agents(const manifest::ToolSelection& wanted)
{
    if (!wanted.agents)
        return;
    calls::ManifestTool entry = wanted.agents->entry;
    std::vector<std::string> names;
    for (const auto* tool : tools->tools())
        if (tool->name != entry.name)
            names.push_back(tool->name);
    for (auto& flag : manifest::flags_of_tools(std::move(names), wanted))
        entry.command.push_back(std::move(flag));
    manifest::set_run(entry, by.audit.run_name(), obeyed);
    tools->start_otherwise(entry.name, std::move(entry.command), std::move(entry.settings));
}

ManifestTools::~ManifestTools()
{
    try {
        end_background();
    } catch (const std::exception& error) { // the audit trail is incomplete
        by.note(std::string("the end of what ran in the background is not in the audit trail: ")
            + error.what());
    }
}

void ManifestTools::end_background()
{
    for (auto& [tool, result] : tools->end_background()) {
        audit::AuditEntry entry;
        entry.time = std::chrono::system_clock::now();
        entry.tool = tool;
        calls::add_end(entry, result);
        entry.answer_hash.clear(); // the answer is sent to nobody
        by.audit.write_end(entry);
    }
}

}
