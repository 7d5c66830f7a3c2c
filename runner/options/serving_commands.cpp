#include "runner/options/serving_commands.hpp"

namespace runner::options {

std::vector<CommandRow> commands_that_serve()
{
    return {
        {.command = Command::host,
            .name = "host",
            .purpose = "serve",
            .summary = "let a program drive turns by lines of JSON on stdin and stdout",
            .text = "docs/host.md has the messages and the events. The program chooses among what "
                    "the flags "
                    "allow, and narrows it."},
        {.command = Command::acp,
            .name = "acp",
            .purpose = "serve",
            .summary = "be the agent of an editor that speaks the Agent Client Protocol",
            .text = "The editor starts it, and speaks to it on stdin and stdout. The directory "
                    "that the editor opens is the workspace. docs/editors.md has what editors "
                    "need."},
        {.command = Command::serve,
            .name = "serve",
            .purpose = "serve",
            .summary = "let programs start runs by HTTP and read their events",
            .text = "Takes the flags of a run as defaults. Each run is an 'agentcli host'. Without "
                    "--listen it serves its user at $XDG_RUNTIME_DIR/agentcli/serve.sock. "
                    "docs/http.md has the rest."},
        {.command = Command::serve_token,
            .name = "serve token",
            .purpose = "serve",
            .summary = "make a token for clients of 'agentcli serve', and print it this once",
            .words = "NAME SCOPES",
            .min_words = 2,
            .max_words = 2,
            .reads_config = false,
            .text = "SCOPES are read, run and approve, with commas between them. Adds a line with "
                    "the token's SHA-256 to the file that --tokens names; a server that runs does "
                    "not read it again."},
    };
}

std::vector<CommandRow> commands_of_mcp()
{
    return {
        {.command = Command::mcp,
            .name = "mcp",
            .purpose = "serve",
            .summary
            = "offer the tools of the manifest to an MCP client on stdin and stdout, or by HTTP",
            .text = "A client starts it, and it ends with the client: 'agentcli mcp config' prints "
                    "what the client needs. With --listen it serves clients by HTTP until a signal "
                    "ends it. docs/mcp.md has the rest."},
        {.command = Command::mcp_config,
            .name = "mcp config",
            .purpose = "serve",
            .summary = "print the configuration by which a client starts 'agentcli mcp'",
            .words = "[CLIENT]",
            .max_words = 1,
            .text = "CLIENT is claude-code, codex, gemini, opencode, vscode or zed. Without it, "
                    "prints the form that most clients read.",
            .choices = {"claude-code", "codex", "gemini", "opencode", "vscode", "zed"}},
        {.command = Command::mcp_servers,
            .name = "mcp servers",
            .purpose = "servers",
            .summary = "list the MCP servers that are configured: where, trusted or not, sandbox",
            .text = "They are in mcpServers of agentcli/config.json of $XDG_CONFIG_HOME or "
                    "~/.config, in files that --mcp names, and in ./.mcp.json, each entry of which "
                    "needs 'agentcli trust .mcp.json'. Starts none. Exits 1 if one is faulty."},
    };
}

std::vector<CommandRow> commands_of_servers()
{
    const auto row = [](Command command, const char* name, const char* words, const char* summary) {
        return CommandRow {.command = command,
            .name = std::string("mcp ") + name,
            .purpose = "servers",
            .summary = summary,
            .words = words,
            .min_words = 1,
            .max_words = 1};
    };
    std::vector<CommandRow> rows {
        row(Command::mcp_tools, "tools", "SERVER|URL",
            "print the tools of an MCP server, under the names that the model uses"),
        row(Command::mcp_call, "call", "SERVER|URL TOOL [JSON]",
            "call a tool of an MCP server and print the result; exits 1 if it is an error"),
        row(Command::mcp_read, "read", "SERVER|URL URI", "print a resource of an MCP server"),
        row(Command::mcp_prompt, "prompt", "SERVER|URL NAME [KEY=VALUE …]",
            "print the messages of an MCP server's prompt, for --load-messages"),
        row(Command::mcp_check, "check", "[SERVER|URL]",
            "start one or all MCP servers; print their versions, sandboxes and pins"),
        row(Command::mcp_approve, "approve", "SERVER",
            "show how the tools of an MCP server differ from the pins, ask, and pin them"),
        row(Command::mcp_forget, "forget", "SERVER",
            "delete the pins of an MCP server; its next list of tools is pinned"),
    };
    constexpr std::size_t many = 64;
    rows[1].min_words = 2;
    rows[1].max_words = 3;
    rows[2].min_words = rows[2].max_words = 2;
    rows[3].min_words = 2;
    rows[3].max_words = many;
    rows[4].min_words = 0;
    return rows;
}

}
