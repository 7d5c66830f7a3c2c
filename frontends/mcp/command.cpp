#include "frontends/mcp/mcp.hpp"
#include "frontends/mcp/mcp_options.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/option_assign.hpp"

namespace frontends::mcp {

using namespace agent;
using namespace runner;
using namespace runner::options;
using namespace toolkit;

static void set_approve_by(Options& options, std::string_view value)
{
    if (value != "terminal" && value != "client")
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not terminal or client");
    options.own.of<McpOptions>().approve_by = value;
}

static std::vector<Option> options_of_servers()
{
    return {
        {.name = "mcp",
            .place = 111,
            .value = "FILE",
            .help = "a file with MCP servers, of agentcli or another client, to offer beside those "
                    "of the config; needs no trust",
            .assign = add_text<&Options::server_files>,
            .commands = {"mcp", "mcp config"},
            .given = FlagRepetition::often,
            .is_file = true,
            .needs = "with-servers"},
        {.name = "with-servers",
            .help = "also offer the tools of the MCP servers that are configured",
            .assign = toggle<&McpOptions::with_servers>,
            .commands = {"mcp", "mcp config"}},
        {.name = "tool-search",
            .help = "if these servers have more than 40 tools, or 30 KB of definitions, offer two "
                    "tools that find and call them in their place",
            .assign = toggle<&McpOptions::searches_tools>,
            .commands = {"mcp", "mcp config"},
            .needs = "with-servers"},
    };
}

static std::vector<Option> options_of_approval()
{
    return {
        {.name = "approve",
            .value = "auto|edits|changes|always|plan",
            .help = "ask before tools run: before calls that change files or run programs, before "
                    "those but edits within the workspace, or before all; plan refuses them "
                    "unasked; auto: the client asks its user by its own rules",
            .assign = set<&Options::approve, parse_approve>,
            .preset = "auto",
            .commands = {"mcp"},
            .in_profile = true,
            .narrow = ask_more_often},
        {.name = "approve-by",
            .value = "terminal|client",
            .help
            = "who is asked: the client, or the terminal from which a server with --listen was "
              "started, which is the default if there is one",
            .assign = set_approve_by,
            .commands = {"mcp"}},
        {.name = "roots",
            .help = "keep the calls of a client to those of its roots that lie in the workspace",
            .assign = toggle<&McpOptions::keeps_to_roots>,
            .commands = {"mcp"}},
    };
}

static std::vector<Option> options_of_messages()
{
    return {
        {.name = "max-tool-calls",
            .place = 210,
            .value = "N",
            .help = "maximum number of tool calls; by default unlimited",
            .assign = set<&Options::max_calls, parse_count>,
            .commands = {"mcp"},
            .in_profile = true,
            .narrow = lower<&Options::max_calls, parse_count>},
        {.name = "instructions",
            .value = "FILE",
            .help = "what the server tells clients about its tools, in place of its own words",
            .assign = set_text<&McpOptions::instructions>,
            .commands = {"mcp"},
            .is_file = true,
            .is_obeyed = true},
        {.name = "max-request-bytes",
            .place = 219,
            .value = "BYTES",
            .help = "maximum size of a message of the client",
            .assign = set<&McpOptions::max_request_bytes, parse_bytes>,
            .preset = "67108864",
            .commands = {"mcp"}},
    };
}

static std::vector<Option> options_of_context()
{
    return {
        {.name = "no-prompts",
            .place = 205,
            .help = "don't offer the prompt files of the user and of the workspace as prompts",
            .assign = toggle<&McpOptions::has_no_prompts>,
            .commands = {"mcp"}},
        {.name = "no-resources",
            .place = 206,
            .help = "don't offer the files of the workspace as resources",
            .assign = toggle<&McpOptions::has_no_resources>,
            .commands = {"mcp"}},
    };
}

static std::vector<Option> options_of_time()
{
    return {
        {.name = "timeout",
            .place = 180,
            .value = "TIME",
            .help = "maximum duration of a call whose tool has no timeoutSec (30s)",
            .assign = set_timeout,
            .commands = {"mcp"},
            .in_profile = true,
            .narrow = lower_timeout},
    };
}

static std::vector<Option> options_of_listening()
{
    return {
        {.name = "listen",
            .place = 300,
            .value = "ADDRESS",
            .help = "serve by HTTP at 127.0.0.1:PORT, [::1]:PORT or unix:PATH in place of stdin "
                    "and stdout; port 0 is a free one",
            .assign = set_text<&McpOptions::listen>,
            .commands = {"mcp"}},
        {.name = "no-token",
            .place = 311,
            .help = "let every user of this machine call the tools",
            .assign = toggle<&McpOptions::has_no_token>,
            .commands = {"mcp"},
            .needs = "listen"},
        {.name = "resource-metadata",
            .place = 321,
            .value = "FILE",
            .help = "tell clients without a token what FILE says of where they get one (RFC 9728)",
            .assign = set_text<&McpOptions::resource_metadata>,
            .commands = {"mcp"},
            .is_file = true,
            .is_obeyed = true,
            .needs = "listen"},
    };
}

static std::vector<CommandRow> commands()
{
    return {
        {.name = "mcp",
            .purpose = "serve",
            .place = 40,
            .summary
            = "offer the tools of the manifest to an MCP client on stdin and stdout, or by HTTP",
            .brief = "offer the tools to an MCP client",
            .text = "A client starts it, and it ends with the client: 'agentcli mcp config' prints "
                    "what the client needs. With --listen it serves clients by HTTP until a signal "
                    "ends it. docs/mcp.md has the rest.",
            .shares = {"tools", "only-tools", "without-tools", "max-result-bytes", "profile",
                "audit", "redact-model", "token-file", "allow-host", "allow-origin"},
            .mode = "mcp",
            .run = [](Invocation& by) { return run_mcp(by.options, by.secrets, by.cancel()); }},
        {.name = "mcp config",
            .purpose = "serve",
            .place = 41,
            .summary = "print the configuration by which a client starts 'agentcli mcp'",
            .brief = "print how a client starts 'agentcli mcp'",
            .words = "[CLIENT]",
            .max_words = 1,
            .text
            = "CLIENT is claude-code, claude-desktop, cline, codex, cursor, gemini, goose, "
              "jetbrains, opencode, vscode, windsurf or zed. Without it, prints the form that "
              "most clients read.",
            .choices = {"claude-code", "claude-desktop", "cline", "codex", "cursor", "gemini",
                "goose", "jetbrains", "opencode", "vscode", "windsurf", "zed"},
            .shares = {"tools"},
            .run = [](Invocation& by) { return run_mcp_config(by.options, by.secrets); }},
    };
}

static constexpr CommandExample examples[] {
    {"mcp", "Offer tools that only read", "agentcli mcp --only-tools fs_search,fs_read_lines"},
    {"mcp config", "Print how Claude Code starts it", "agentcli mcp config claude-code"},
};

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_servers, options_of_approval, options_of_context, options_of_messages,
        options_of_time, options_of_listening},
    .examples = examples,
};

}
