#include "runner/commands/approvals_command.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/permissions/permissions.hpp"
#include "runner/start/approval_rules.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace runner::commands {

using namespace toolkit;
using permissions::StoredRule;
using permissions::WorkspaceRules;

std::string line_of(const StoredRule& stored)
{
    std::string line = stored.id + "  " + permissions::text_of(stored.rule);
    if (!stored.rule.prefix.empty() || !stored.rule.command.empty())
        line += "  (" + stored.rule.tool + ")";
    return text::printable(line + "  made " + stored.made + " in a " + stored.by);
}

namespace {

std::string current_workspace()
{
    std::error_code error;
    return std::filesystem::canonical(".", error).string();
}

std::vector<WorkspaceRules> chosen_workspaces(const options::Options& options)
{
    if (options.own.of<ApprovalsOptions>().is_all)
        return permissions::all_rules();
    return {{current_workspace(), permissions::RuleStore(".").rules()}};
}

Json json_of(const StoredRule& stored)
{
    return {{"id", stored.id}, {"rule", permissions::document_of(stored.rule)},
        {"allows", permissions::text_of(stored.rule)}, {"made", stored.made}, {"by", stored.by}};
}

Json json_of(const WorkspaceRules& workspace)
{
    Json rules = Json::array();
    for (const auto& rule : workspace.rules)
        rules.push_back(json_of(rule));
    return {{"workspace", text::printable(workspace.workspace)}, {"rules", std::move(rules)}};
}

void print_lines(const std::vector<WorkspaceRules>& workspaces,
    const std::vector<permissions::Rule>& configured, bool is_all, terminal::Output& output)
{
    for (const auto& workspace : workspaces) {
        if (is_all)
            output.answer(text::printable(workspace.workspace) + ":");
        for (const auto& rule : workspace.rules)
            output.answer((is_all ? "  " : "") + line_of(rule));
    }
    for (const auto& rule : configured)
        output.answer("config  " + text::printable(permissions::text_of(rule)) + "  (" + rule.tool
            + ")  in all workspaces");
}

int list_rules(const options::Options& options, terminal::Output& output)
{
    const auto configured = start::approval_rules_of(options, "terminal").configured;
    const auto workspaces = chosen_workspaces(options);
    if (!options.json) {
        print_lines(workspaces, configured, options.own.of<ApprovalsOptions>().is_all, output);
        return static_cast<int>(loop::Reason::answered);
    }
    Json list = Json::array();
    for (const auto& workspace : workspaces)
        list.push_back(json_of(workspace));
    Json rules = Json::array();
    for (const auto& rule : configured)
        rules.push_back(permissions::document_of(rule));
    output.line({{"workspaces", std::move(list)}, {"config", std::move(rules)}});
    return static_cast<int>(loop::Reason::answered);
}

// Records nothing for a workspace that no longer exists, since its audit trail is gone.
void write_removed(const options::Options& options, const redaction::Redaction& redaction,
    const std::string& workspace, const std::vector<StoredRule>& removed)
{
    std::error_code error;
    if (removed.empty() || !std::filesystem::is_directory(workspace, error))
        return;
    audit::Audit audit(
        redaction, [](const std::string& text) { terminal::print_note(text); },
        workspace == current_workspace() ? options.audit : audit::AuditPolicy::best_effort,
        workspace);
    for (const auto& rule : removed)
        permissions::Permissions::write_rule(audit, rule, "removed");
}

bool has_rule(const WorkspaceRules& workspace, const std::string& id)
{
    return std::any_of(workspace.rules.begin(), workspace.rules.end(),
        [&](const StoredRule& rule) { return rule.id == id; });
}

int remove_rule(const options::Options& options, const redaction::Redaction& redaction)
{
    const std::string& id = options.words.at(0);
    std::vector<WorkspaceRules> workspaces = chosen_workspaces(options);
    std::erase_if(workspaces, [&](const auto& workspace) { return !has_rule(workspace, id); });
    if (workspaces.size() > 1)
        throw ToolError(Code::bad_request,
            "several workspaces have an approval rule " + text::in_quotes(id),
            "remove it in the directory of the workspace, without --all");
    if (workspaces.empty()) {
        terminal::print_note("no approval rule has the id " + text::in_quotes(id)
            + "; 'agentcli approvals' lists them");
        return static_cast<int>(loop::Reason::failed);
    }
    const std::string& workspace = workspaces.front().workspace;
    if (const auto removed = permissions::RuleStore(workspace).remove(id))
        write_removed(options, redaction, workspace, {*removed});
    return static_cast<int>(loop::Reason::answered);
}

int clear_rules(const options::Options& options, const redaction::Redaction& redaction)
{
    for (const auto& workspace : chosen_workspaces(options))
        write_removed(options, redaction, workspace.workspace,
            permissions::RuleStore(workspace.workspace).clear());
    return static_cast<int>(loop::Reason::answered);
}

}

int run_approvals(const options::Options& options, const redaction::Secrets& secrets)
{
    const redaction::Redaction redaction(secrets);
    terminal::Output output(redaction, options.debug);
    try {
        if (options.command == "approvals remove")
            return remove_rule(options, redaction);
        if (options.command == "approvals clear")
            return clear_rules(options, redaction);
        return list_rules(options, output);
    } catch (const ToolError& error) {
        output.note(terminal::one_line(error));
        return static_cast<int>(
            error.code == Code::bad_request ? loop::Reason::misused : loop::Reason::failed);
    }
}

}
