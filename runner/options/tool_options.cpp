#include "runner/options/option_assign.hpp"
#include "toolkit/text/contains.hpp"

#include <algorithm>

namespace runner::options {

using namespace agent;
using namespace toolkit;

// The tools of a run, who is asked about their calls, and the servers that offer or use them.

static void set_approve_by(Options& options, std::string_view value)
{
    if (value != "terminal" && value != "client")
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not terminal or client");
    options.approve_by = value;
}

static Narrowed ask_more_often(Options& options, std::string_view value)
{
    const calls::Approve approve = parse_approve(value);
    if (approve <= options.approve)
        return Narrowed::unchanged;
    options.approve = approve;
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

static void add_server_file(Options& options, std::string_view value)
{
    if (!text::is_utf8(value))
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not UTF-8");
    options.server_files.emplace_back(value);
}

static void host_rights(Options& options, std::string_view value)
{
    options.host_may = parse_names(value);
    for (const auto& name : options.host_may)
        if (name != "model" && name != "system" && name != "temperature" && name != "instructions")
            throw ToolError(Code::bad_request,
                text::in_quotes(name) + " is not model, system, temperature or instructions");
}

static void host_calls(Options& options, std::string_view value)
{
    if (value != "trusted")
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not trusted");
    options.trusts_host_calls = true;
}

static void max_request_bytes(Options& options, std::string_view value)
{
    options.max_request_bytes = parse_bytes(value);
}

static std::size_t parse_result_bytes(std::string_view value)
{
    constexpr std::size_t least = 1000; // an error, and how to go on
    const std::size_t bytes = parse_bytes(value);
    if (bytes < least)
        throw ToolError(Code::bad_request, "at least " + std::to_string(least) + " are needed");
    return bytes;
}

static std::vector<Option> options_of_messages()
{
    return {
        {.name = "max-request-bytes",
            .value = "BYTES",
            .help = "maximum size of a message of the client",
            .assign = max_request_bytes,
            .preset = "67108864",
            .commands = {Command::mcp}},
        {.name = "max-result-bytes",
            .value = "BYTES",
            .help = "maximum size of what a call adds to the conversation: longer files and lists "
                    "come page by page, anything else is cut in the middle and kept in "
                    ".agentcli/output",
            .assign = set<&Options::max_result_bytes, parse_result_bytes>,
            .preset = "32768",
            .commands = {Command::run, Command::config, Command::host, Command::chat,
                Command::investigate, Command::acp, Command::mcp},
            .in_profile = true,
            .narrow = lower<&Options::max_result_bytes, parse_result_bytes>},
    };
}

static std::vector<Option> options_of_servers()
{
    return {
        {.name = "workspace",
            .letter = 'C',
            .value = "DIR",
            .help = "the workspace: DIR becomes the current directory before anything else is done",
            .brief = "the workspace",
            .assign = text<&Options::workspace>,
            .commands = {Command::mcp, Command::mcp_config},
            .is_first = true},
        {.name = "approve",
            .value = "never|changes|always",
            .help = "ask before tools run: before calls that change files or run programs, or "
                    "before all; never: the client asks its user by its own rules",
            .assign = set<&Options::approve, parse_approve>,
            .preset = "never",
            .commands = {Command::mcp},
            .in_profile = true,
            .narrow = ask_more_often},
        {.name = "approve-by",
            .value = "terminal|client",
            .help
            = "who is asked: the client, or the terminal from which a server with --listen was "
              "started, which is the default if there is one",
            .assign = set_approve_by,
            .commands = {Command::mcp}},
        {.name = "roots",
            .help = "keep the calls of a client to those of its roots that lie in the workspace",
            .assign = toggle<&Options::keeps_to_roots>,
            .commands = {Command::mcp}},
    };
}

static std::vector<Option> options_of_toolbelt()
{
    return {
        {.name = "max-tool-calls",
            .value = "N",
            .help = "maximum number of tool calls; by default unlimited",
            .assign = set<&Options::max_calls, parse_count>,
            .commands = {Command::mcp},
            .in_profile = true,
            .narrow = lower<&Options::max_calls, parse_count>},
        {.name = "instructions",
            .value = "FILE",
            .help = "what the server tells clients about its tools, in place of its own words",
            .assign = text<&Options::instructions>,
            .commands = {Command::mcp},
            .is_file = true},
    };
}

static void offer_investigator(Options& options, std::string_view value)
{
    if (value != "on" && value != "off")
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not on or off");
    options.investigator = value == "on";
}

static std::vector<Option> options_of_investigator()
{
    const auto row = [](const char* preset, std::vector<Command> commands) {
        return Option {.name = "investigator",
            .value = "on|off",
            .help = "offer the model a tool that investigates a question about the workspace, with "
                    "a context of its own; it asks the same server, and changes nothing",
            .assign = offer_investigator,
            .preset = preset,
            .commands = std::move(commands),
            .in_profile = true};
    };
    return {
        row("off", {Command::run, Command::config, Command::host}),
        row("on", {Command::chat}),
    };
}

static void set_overwrite(Options& options, std::string_view value)
{
    if (value != "read" && value != "any")
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not read or any");
    options.replaces_unread = value == "any";
}

static std::vector<Option> options_of_writing()
{
    return {{.name = "overwrite",
        .value = "read|any",
        .help = "files that fs_write_file may replace: those that the model has read in this "
                "conversation, or any",
        .assign = set_overwrite,
        .preset = "read",
        .commands = {Command::run, Command::config, Command::host, Command::chat, Command::acp},
        .in_profile = true}};
}

static std::vector<Option> options_of_approval()
{
    return {
        {.name = "approve",
            .value = "never|changes|always",
            .help = "ask on the terminal before tools run: before calls that change files or run "
                    "programs, "
                    "or before all",
            .brief = "ask before tools run",
            .assign = set<&Options::approve, parse_approve>,
            .preset = "never",
            .commands = {Command::run, Command::config, Command::host},
            .in_profile = true,
            .narrow = ask_more_often},
        {.name = "approve",
            .value = "never|changes|always",
            .help = "ask on the terminal before tools run: before calls that change files or run "
                    "programs, "
                    "or before all",
            .assign = set<&Options::approve, parse_approve>,
            .preset = "changes",
            .commands = {Command::chat},
            .in_profile = true,
            .narrow = ask_more_often},
    };
}

static std::vector<Option> approval_of_editors()
{
    return {{.name = "approve",
        .value = "never|changes|always",
        .help = "ask in the editor before tools run: before calls that change files or run "
                "programs, or before all; never lets the editor choose",
        .assign = set<&Options::approve, parse_approve>,
        .preset = "changes",
        .commands = {Command::acp},
        .in_profile = true,
        .narrow = ask_more_often}};
}

// Also the commands of `agentcli mcp` that are about other servers.
static std::vector<Command> with_those_of_servers(std::vector<Command> commands)
{
    for (const auto& row : command_table())
        if (row.purpose == "servers")
            commands.push_back(row.command);
    return commands;
}

static std::vector<Option> options_of_mcp_servers()
{
    return {
        {.name = "mcp",
            .value = "FILE",
            .help = "a file with MCP servers ({\"mcpServers\": …}) to use beside those of the "
                    "config; needs no trust",
            .assign = add_server_file,
            .commands = with_those_of_servers(
                {Command::run, Command::config, Command::host, Command::chat, Command::doctor}),
            .given = Given::often,
            .is_file = true},
        {.name = "mcp",
            .value = "FILE",
            .help = "a file with MCP servers ({\"mcpServers\": …}) to offer beside those of the "
                    "config; needs no trust",
            .assign = add_server_file,
            .commands = {Command::mcp, Command::mcp_config},
            .given = Given::often,
            .is_file = true,
            .needs = "with-servers"},
        {.name = "with-servers",
            .help = "also offer the tools of the MCP servers that are configured",
            .assign = toggle<&Options::with_servers>,
            .commands = {Command::mcp, Command::mcp_config}},
        {.name = "answers",
            .value = "WORDS",
            .help = "how questions of the server are answered: defaults, decline, or a JSON object "
                    "with the fields; by default they are put on the terminal",
            .assign = text<&Options::answers>,
            .commands = {Command::mcp_call, Command::mcp_read, Command::mcp_prompt}},
    };
}

static std::vector<Option> options_of_manifest()
{
    return {
        {.name = "tools",
            .value = "FILE",
            .help = "the manifest of the tools, or none; by default ./tools.json if it is trusted, "
                    "otherwise the installed one",
            .brief = "the manifest of the tools",
            .assign = text<&Options::tools>,
            .commands = with_those_of_servers(
                {Command::run, Command::test, Command::config, Command::host, Command::chat,
                    Command::doctor, Command::capabilities, Command::generate, Command::help,
                    Command::mcp, Command::mcp_config, Command::undo, Command::investigate}),
            .is_file = true,
            .no_file = "none",
            .in_profile = true},
        {.name = "only-tools",
            .value = "NAMES",
            .help = "offer the model only these tools: a,b,c",
            .assign = set_only_tools,
            .commands = {Command::run, Command::config, Command::host, Command::chat,
                Command::capabilities, Command::mcp, Command::investigate},
            .in_profile = true,
            .narrow = keep_only},
        {.name = "without-tools",
            .value = "NAMES",
            .help = "do not offer the model these tools: a,b,c",
            .assign = set<&Options::without_tools, parse_names>,
            .commands = {Command::run, Command::config, Command::host, Command::chat,
                Command::capabilities, Command::mcp, Command::investigate},
            .may_be_empty = true,
            .in_profile = true,
            .narrow = leave_out},
    };
}

static std::vector<Option> options_of_host()
{
    return {
        {.name = "host-may",
            .value = "NAMES",
            .help = "what the program may set: model, system, temperature, instructions (which "
                    "follow the system message); empty: nothing",
            .assign = host_rights,
            .preset = "instructions",
            .commands = {Command::host},
            .may_be_empty = true,
            .in_profile = true},
        {.name = "host-calls",
            .value = "trusted",
            .help = "do not ask about the calls that the program makes itself",
            .assign = host_calls,
            .commands = {Command::host}},
        {.name = "editor-servers",
            .value = "JSON",
            .assign = text<&Options::editor_servers>,
            .environment = {"AGENTCLI_EDITOR_SERVERS"},
            .commands = {Command::host},
            .is_hidden = true},
    };
}

std::vector<Option> options_of_tools()
{
    return joined({options_of_manifest, options_of_mcp_servers, options_of_writing,
        options_of_approval, options_of_limits, options_of_host, options_of_servers,
        options_of_toolbelt, options_of_messages, options_of_investigator, approval_of_editors});
}

}
