#include "runner/options/option_assign.hpp"
#include "toolkit/text/contains.hpp"

#include <algorithm>

namespace runner::options {

using namespace agent;
using namespace toolkit;

// Flags for the tools of a run, approvals, and MCP servers.

Narrowed ask_more_often(Options& options, std::string_view value)
{
    const calls::Approve approve = parse_approve(value);
    const bool is_looser_for_reads // plan asks about none of them
        = approve == calls::Approve::plan && options.approve == calls::Approve::always;
    if (approve <= options.approve || is_looser_for_reads)
        return Narrowed::unchanged;
    options.approve = approve;
    return Narrowed::replaced;
}

static Narrowed ignore_rules(Options& options, std::string_view value)
{
    if (!parse_switch(value) || !options.uses_stored_approvals)
        return Narrowed::unchanged;
    options.uses_stored_approvals = false;
    return Narrowed::replaced;
}

static void set_only_tools(Options& options, std::string_view value)
{
    options.only_tools = {parse_names(value)};
}

static Narrowed keep_only(Options& options, std::string_view value)
{
    auto names = parse_names(value);
    if (names.empty())
        return Narrowed::unchanged;
    options.only_tools.push_back(std::move(names));
    return Narrowed::added;
}

static Narrowed leave_out(Options& options, std::string_view value)
{
    Narrowed result = Narrowed::unchanged;
    for (auto& name : parse_names(value))
        if (!text::contains(options.without_tools, name)) {
            options.without_tools.push_back(std::move(name));
            result = Narrowed::added;
        }
    return result;
}

static std::size_t parse_result_bytes(std::string_view value)
{
    constexpr std::size_t least = 1000; // an error and a hint
    const std::size_t bytes = parse_bytes(value);
    if (bytes < least)
        throw ToolError(Code::bad_request, "at least " + std::to_string(least) + " are needed");
    return bytes;
}

static std::vector<Option> options_of_messages()
{
    return {
        {.name = "max-result-bytes",
            .place = 220,
            .value = "BYTES",
            .help = "maximum size of what a call adds to the conversation: longer files and lists "
                    "come page by page, anything else is cut in the middle and kept in "
                    ".agentcli/output",
            .assign = set<&Options::max_result_bytes, parse_result_bytes>,
            .preset = "32768",
            .commands = {"run", "config"},
            .in_profile = true,
            .narrow = lower<&Options::max_result_bytes, parse_result_bytes>},
    };
}

static bool is_on(std::string_view value)
{
    if (value != "on" && value != "off")
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not on or off");
    return value == "on";
}

static void set_overwrite(Options& options, std::string_view value)
{
    if (value != "read" && value != "any")
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not read or any");
    options.replaces_unread = value == "any";
}

static std::vector<Option> options_of_writing()
{
    return {
        {.name = "overwrite",
            .place = 120,
            .value = "read|any",
            .help = "files that fs_write_file may replace: those that the model has read in this "
                    "conversation, or any",
            .assign = set_overwrite,
            .preset = "read",
            .commands = {"run", "config"},
            .in_profile = true},
        {.name = "checkpoint",
            .place = 121,
            .help = "in a git repository, take a snapshot of the workspace before and after each "
                    "command, so that what it changes can be undone",
            .assign = toggle<&Options::keeps_checkpoints>,
            .commands = {"run", "config"},
            .in_profile = true}};
}

static std::vector<Option> options_of_approval()
{
    return {
        {.name = "approve",
            .place = 130,
            .value = "auto|edits|changes|always|plan",
            .help = "ask on the terminal before tools run: before calls that change files or run "
                    "programs, before those but edits within the workspace, or before all; auto "
                    "asks about none, and plan refuses them unasked",
            .brief = "ask before tools run",
            .assign = set<&Options::approve, parse_approve>,
            .preset = "auto",
            .commands = {"run", "config"},
            .in_profile = true,
            .narrow = ask_more_often},
        {.name = "no-stored-approvals",
            .help = "ask about calls that rules of 'agentcli approvals' or of the config allow, "
                    "and offer no rule",
            .assign = toggle<&Options::uses_stored_approvals, false>,
            .commands = {"run", "config"},
            .in_profile = true,
            .narrow = ignore_rules},
        {.name = "may-store-approvals",
            .help = "let the program that answers questions store approval rules for the workspace",
            .assign = toggle<&Options::may_store_approvals>,
            .commands = {"host"}},
    };
}

static std::vector<Option> options_of_mcp_servers()
{
    return {
        {.name = "mcp",
            .place = 110,
            .value = "FILE",
            .help
            = "a file with MCP servers, of agentcli or another client, to use beside those of the "
              "config; needs no trust",
            .assign = add_text<&Options::server_files>,
            .commands = {"run", "config", "doctor"},
            .given = FlagRepetition::often,
            .is_file = true},
        {.name = "wait-servers",
            .place = 111,
            .help = "wait before the first request until each new MCP server has started, not only "
                    "1.5 seconds",
            .assign = toggle<&Options::waits_for_servers>,
            .commands = {"run", "config"}},
    };
}

static std::vector<Option> options_of_manifest()
{
    return {
        {.name = "tools",
            .place = 100,
            .value = "FILE",
            .help = "the manifest of the tools, or none; by default ./tools.json if it is trusted, "
                    "otherwise the installed one",
            .brief = "the manifest of the tools",
            .assign = set_text<&Options::tools>,
            .commands = {"run", "config", "doctor", "capabilities", "generate", "help", "undo"},
            .is_file = true,
            .no_file = "none",
            .in_profile = true},
        {.name = "only-tools",
            .value = "NAMES",
            .help = "offer the model only these tools: a,b,c",
            .assign = set_only_tools,
            .commands = {"run", "config", "capabilities"},
            .in_profile = true,
            .narrow = keep_only},
        {.name = "without-tools",
            .value = "NAMES",
            .help = "do not offer the model these tools: a,b,c",
            .assign = set<&Options::without_tools, parse_names>,
            .commands = {"run", "config", "capabilities"},
            .may_be_empty = true,
            .in_profile = true,
            .narrow = leave_out},
    };
}

Option option_of_investigator(const char* preset, std::vector<Command> commands)
{
    return {.name = "investigator",
        .place = 230,
        .value = "on|off",
        .help = "offer the model the agent 'investigator', which answers a question about the "
                "workspace with checked evidence, and changes nothing",
        .assign = set<&Options::investigator, is_on>,
        .preset = preset,
        .commands = std::move(commands),
        .in_profile = true};
}

Option option_of_tasks(const char* preset, std::vector<Command> commands)
{
    return {.name = "tasks",
        .place = 229,
        .value = "on|off",
        .help = "offer the model the tool 'update_tasks', with which it keeps a list of its tasks "
                "that you see",
        .assign = set<&Options::tasks, is_on>,
        .preset = preset,
        .commands = std::move(commands),
        .in_profile = true};
}

static void set_agents(Options& options, std::string_view value)
{
    options.agents.emplace();
    if (value != "none")
        options.agents = parse_names(value);
}

static std::vector<Option> options_of_agents()
{
    return {
        option_of_tasks("off", {"run", "config"}),
        option_of_investigator("off", {"run", "config"}),
        {.name = "agents",
            .place = 231,
            .value = "NAMES|none",
            .help = "offer the model only these agents of the user's config (a,b,c); by default "
                    "all of them",
            .assign = set_agents,
            .commands = {"run", "config"},
            .in_profile = true},
    };
}

std::vector<Option> options_of_tools()
{
    return joined({options_of_manifest, options_of_mcp_servers, options_of_writing,
        options_of_approval, options_of_limits, options_of_messages, options_of_agents});
}

}
