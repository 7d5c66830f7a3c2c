#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace runner::options {

// What agentcli does: chosen by the words before its flags, without any to run.
enum class Command {
    run,
    embed,
    session_list,
    session_show,
    session_fork,
    session_rewind,
    session_delete,
    doctor,
    capabilities,
    config,
    trust,
    trust_list,
    trust_remove,
    audit_verify,
    audit_show,
    redact,
    undo,
    generate,
    help,
    version,
    host,
    acp,
    chat,
    investigate,
    mcp,
    mcp_config,
    mcp_servers,
    mcp_tools,
    mcp_call,
    mcp_read,
    mcp_prompt,
    mcp_check,
    mcp_approve,
    mcp_forget,
    serve,
    serve_token,
    workflow_run,
    workflow_check,
    workflow_list,
    workflow_schema,
    runs_list,
    runs_show,
    runs_prune,
    test,
};

// One row: everything that is known of a command. Those of one purpose stand together in the
// overview.
struct CommandRow {
    Command command;
    std::string name; // the words that choose it: "audit verify"
    std::string purpose; // a word, for the overview
    std::string summary; // one line, for a list
    std::string words = {}; // the placeholders of the words that it takes beside flags: "[FILE]"
    std::size_t min_words = 0;
    std::size_t max_words = 0;
    bool reads_config = true; // what explains agentcli works in any directory
    std::string text = {}; // what its help says beyond the summary: a paragraph
    std::vector<std::string> choices = {}; // values of its first word, if they are known
};

const std::vector<CommandRow>& command_table();

const CommandRow& row_of(Command command);

// "agentcli audit verify"
std::string program_of(Command command);

// Those whose name is `words`, or begins with them.
std::vector<Command> commands_named(std::string_view words);

// The names of all commands, and the words that several begin with.
std::vector<std::string> command_words();

struct ChosenCommand {
    Command command;
    std::size_t word_count; // of its name
};

// The command at the beginning of a command line: run if its first argument is a flag, or there is
// none. Throws BAD_REQUEST with the nearest name if that is neither a flag nor a command.
ChosenCommand choose_command(const std::vector<std::string>& arguments);

}
