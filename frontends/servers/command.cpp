#include "frontends/servers/import_command.hpp"
#include "frontends/servers/servers_options.hpp"
#include "frontends/servers/visit_commands.hpp"
#include "runner/clients/client_table.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/option_assign.hpp"
#include "runner/servers/servers_command.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/name_list.hpp"
#include "toolkit/text/text.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::servers {

using namespace agent;
using namespace runner;
using namespace runner::options;
using namespace toolkit;

static std::vector<Option> options_of_visits()
{
    return {
        {.name = "answers",
            .place = 112,
            .value = "WORDS",
            .help = "how questions of the server are answered: defaults, decline, or a JSON object "
                    "with the fields; by default they are put on the terminal",
            .assign = set_text<&ServersOptions::answers>,
            .commands = {"mcp call", "mcp read", "mcp prompt"}},
        {.name = "json",
            .place = 603,
            .help = "print the result as the server has sent it",
            .assign = toggle<&Options::json>,
            .commands = {"mcp call", "mcp read", "mcp prompt"}},
    };
}

static void set_import_target(Options& options, std::string_view value)
{
    if (value != "user" && value != "workspace")
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not user or workspace");
    options.own.of<ServersOptions>().to = value;
}

static std::vector<Option> options_of_import()
{
    return {
        {.name = "to",
            .place = 113,
            .value = "user|workspace",
            .help = "the file that is written: agentcli/config.json of the user, or ./.mcp.json",
            .assign = set_import_target,
            .preset = "user",
            .commands = {"mcp import"}},
        {.name = "yes",
            .help = "add what is shown without a question",
            .assign = toggle<&ServersOptions::is_agreed>,
            .commands = {"mcp import"}},
        {.name = "replace",
            .help = "replace entries of the same names",
            .assign = toggle<&ServersOptions::replaces>,
            .commands = {"mcp import"}},
        {.name = "with-secrets",
            .help = "write what looks like a secret as it is, not as a variable",
            .assign = toggle<&ServersOptions::keeps_secrets>,
            .commands = {"mcp import"}},
        {.name = "with-approvals",
            .help = "also take over which tools the client calls without a question, as \"allow\"",
            .assign = toggle<&ServersOptions::takes_approvals>,
            .commands = {"mcp import"}},
    };
}

static int parse_port(std::string_view text)
{
    constexpr std::int64_t max_port = 65'535;
    const std::int64_t port = parse_count(text);
    if (port > max_port)
        throw ToolError(Code::bad_request, "a port is at most 65535");
    return static_cast<int>(port);
}

static std::vector<Option> options_of_sign_ins()
{
    return {
        {.name = "no-browser",
            .place = 115,
            .help = "start no browser; without a terminal, print a line of JSON with the URL, and "
                    "read the address that the browser could not open from stdin",
            .assign = toggle<&ServersOptions::no_browser>,
            .commands = {"mcp login"}},
        {.name = "port",
            .place = 116,
            .value = "PORT",
            .help = "listen for the browser on this port of 127.0.0.1, such as one that ssh -L "
                    "forwards",
            .assign = set<&ServersOptions::port, parse_port>,
            .commands = {"mcp login"}},
    };
}

static int visit(Invocation& by) { return run_mcp_visit(by.options, by.secrets, by.cancel()); }

static CommandRow row_of_visit(const char* name, const char* words, const char* summary)
{
    return {.name = std::string("mcp ") + name,
        .purpose = "servers",
        .place = 20,
        .summary = summary,
        .words = words,
        .min_words = 1,
        .max_words = 1,
        .shares = {"tools", "mcp", "ca-file"},
        .run = visit};
}

static std::vector<CommandRow> commands_about_sign_ins()
{
    std::vector<CommandRow> rows {
        row_of_visit("login", "SERVER|URL",
            "sign in to an MCP server over HTTP in a browser (OAuth), and keep its token"),
        row_of_visit("logout", "SERVER|URL", "revoke and delete the token of an MCP server"),
        row_of_visit("client-metadata", "URL",
            "print the client metadata document to publish at an https URL of yours"),
    };
    rows[0].shares.emplace_back("audit");
    rows[1].shares.emplace_back("audit");
    rows[2].shares.clear();
    return rows;
}

static std::vector<CommandRow> commands_about_one()
{
    std::vector<CommandRow> rows {
        row_of_visit("tools", "SERVER|URL",
            "print the tools of an MCP server, under the names that the model uses"),
        row_of_visit("call", "SERVER|URL TOOL [JSON]",
            "call a tool of an MCP server and print the result; exits 1 if it is an error"),
        row_of_visit("read", "SERVER|URL URI", "print a resource of an MCP server"),
        row_of_visit("prompt", "SERVER|URL NAME [KEY=VALUE …]",
            "print the messages of an MCP server's prompt, for --load-messages"),
        row_of_visit("approve", "SERVER",
            "show how the tools of an MCP server differ from the pins, ask, and pin them"),
        row_of_visit("forget", "SERVER",
            "delete what is kept about an MCP server: its pins, its downloads, your answers"),
        row_of_visit(
            "warm", "SERVER", "start an MCP server once with the network, for its downloads"),
    };
    constexpr std::size_t many = 64;
    rows[0].shares.emplace_back("json");
    rows[1].min_words = 2;
    rows[1].max_words = 3;
    rows[2].min_words = rows[2].max_words = 2;
    rows[3].min_words = 2;
    rows[3].max_words = many;
    rows[4].shares.emplace_back("audit");
    rows[5].shares = {"tools", "mcp"}; // it starts no server
    return rows;
}

static std::vector<CommandRow> commands_about_all()
{
    std::vector<CommandRow> rows {
        row_of_visit("prompts", "[SERVER|URL]", "list the prompts of one or all MCP servers"),
        row_of_visit("resources", "[SERVER|URL]",
            "list the resources of one or all MCP servers, and their templates"),
        row_of_visit("check", "[SERVER|URL]",
            "start one or all MCP servers; print their versions, sandboxes and pins"),
    };
    for (auto& row : rows) {
        row.min_words = 0;
        row.shares.emplace_back("json");
    }
    return rows;
}

static CommandRow command_of_import()
{
    constexpr std::size_t max_names = 64;
    const std::vector<std::string>& clients = runner::clients::client_names();
    const std::vector<std::string> all_but_last(clients.begin(), clients.end() - 1);
    return {.name = "mcp import",
        .purpose = "servers",
        .place = 30,
        .summary = "add the MCP servers of another client to the configuration, after a question",
        .words = "[FILE|CLIENT [NAME …]]",
        .max_words = max_names,
        .text = "CLIENT is " + text::name_list(all_but_last, std::identity()) + " or "
            + clients.back()
            + ". NAME is a server; without one, all are added. Without words, lists the "
              "configurations that are found. Starts no server.",
        .choices = clients,
        .run = [](Invocation& by) { return run_mcp_import(by.options, by.secrets, by.cancel()); }};
}

static std::vector<CommandRow> commands()
{
    std::vector<CommandRow> rows {{.name = "mcp servers",
        .purpose = "servers",
        .place = 10,
        .summary = "list the MCP servers that are configured: where, trusted or not, sandbox",
        .group = "use and manage MCP servers",
        .text = "They are in mcpServers of agentcli/config.json of $XDG_CONFIG_HOME or "
                "~/.config, in files that --mcp names, and in ./.mcp.json, each entry of which "
                "needs 'agentcli trust .mcp.json'. Starts none. Exits 1 if one is faulty.",
        .shares = {"tools", "mcp", "json"},
        .run
        = [](Invocation& by) { return runner::servers::run_mcp_servers(by.options, by.secrets); }}};
    for (const auto make : {commands_about_one, commands_about_all, commands_about_sign_ins})
        for (auto& row : make())
            rows.push_back(std::move(row));
    rows.push_back(command_of_import());
    return rows;
}

static constexpr CommandExample examples[] {
    {"mcp servers", "List the servers that are configured", "agentcli mcp servers"},
    {"mcp tools", "Print the tools of a server", "agentcli mcp tools files"},
    {"mcp call", "Call a tool of a server",
        "agentcli mcp call files fs_stat '{\"path\":\"menu.txt\"}'"},
    {"mcp read", "Print a resource of a server", "agentcli mcp read files workspace:///menu.txt"},
    {"mcp prompt", "Ask a model what a prompt of a server says",
        "agentcli mcp prompt files review FILE=menu.txt > review.json"},
    {"mcp approve", "See what has changed in the tools of a server, and accept it",
        "agentcli mcp approve files"},
    {"mcp forget", "Forget a server that is no longer used", "agentcli mcp forget files"},
    {"mcp warm", "Let npx download a server before its first run", "agentcli mcp warm files"},
    {"mcp prompts", "List the prompts of all servers", "agentcli mcp prompts"},
    {"mcp resources", "List the resources of a server", "agentcli mcp resources files"},
    {"mcp check", "Start all servers, and say whether they answer", "agentcli mcp check"},
    {"mcp login", "Sign in to a server", "agentcli mcp login https://mcp.example.com/mcp"},
    {"mcp logout", "Sign out again", "agentcli mcp logout https://mcp.example.com/mcp"},
    {"mcp client-metadata", "Print the document to publish at this URL",
        "agentcli mcp client-metadata https://example.com/agentcli.json"},
    {"mcp import", "List the configurations that are found", "agentcli mcp import"},
    {"mcp import", "Add the servers of Claude Code to the workspace, without a question",
        "agentcli mcp import claude-code --to workspace --yes"},
};

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_visits, options_of_import, options_of_sign_ins},
    .examples = examples,
};

}
