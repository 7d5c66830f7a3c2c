#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace runner::options {

class Invocation;
struct CommandSet;

// The name of a command, such as "audit verify".
using Command = std::string_view;

// A command that a command reads itself, such as /model in a chat: for its help and its pages.
struct InnerCommand {
    std::string usage;
    std::vector<std::string> others; // further names
    std::string summary;
};

// What ends a command that takes too long.
enum class Span {
    watched, // the watchdog ends a computation that reacts to no signal
    limited, // the same, and --max-seconds ends the whole command
    own, // the command has no watchdog
};

// A group of commands in the overview.
struct Purpose {
    std::string_view name; // of its rows
    std::string_view title; // "Ask a model"
};

// One row: everything that is known of a command. Those of one purpose are listed together in the
// overview.
struct CommandRow {
    std::string name; // the words that choose it: "audit verify"
    std::string purpose; // the name of one of purposes()
    int place = 0; // orders the commands of a purpose
    std::string summary; // one line, for a list
    std::string brief = {}; // a shorter summary, for the overview; empty: the summary is short
    std::string group = {}; // what all commands that begin with its first word do together
    std::string words = {}; // the placeholders of the words that it takes beside flags: "[FILE]"
    std::size_t min_words = 0;
    std::size_t max_words = 0;
    bool reads_config = true; // what explains agentcli works in any directory
    bool has_workspaces = false; // several, instead of the current directory
    std::string text = {}; // what its help says beyond the summary: a paragraph
    std::vector<std::string> choices = {}; // values of its first word, if they are known

    // Its flags, beside those whose rows name it: all of the command `like` except `but`, and those
    // of the command config that have the names `shares`.
    Command like = {};
    std::vector<std::string_view> but = {};
    std::vector<std::string_view> shares = {};
    bool has_secrets = true; // what it prints may have some: takes --redact and --redact-key
    std::string mode = {}; // the name under which "defaults" of a config choose its profile

    Span span = Span::watched;
    bool is_hidden = false; // a flag chooses it, and no words do
    bool takes_loose = false; // arguments that are no flags of agentcli: LooseArgument
    Command word_help = {}; // the command that prints the help of its first word: -w NAME --help
    const char* inner_title = nullptr; // "Commands of a chat"
    std::vector<InnerCommand> (*inner)() = nullptr;
    int (*run)(Invocation& by) = nullptr; // returns the exit status
    const CommandSet* set = nullptr; // that has the row; the table fills it in
};

// A line that shows in its help and on its page how a command is used.
struct CommandExample {
    std::string_view command; // its name: "session fork"
    std::string_view meaning; // what the line does: "Copy a session"
    std::string_view line; // as it is typed in a shell
};

// Returns the groups of the overview, in order.
const std::vector<Purpose>& purposes();

// Returns the rows that words can choose, by purpose and place.
const std::vector<CommandRow>& command_table();

// Finds hidden ones, too. Throws std::logic_error if there is none.
const CommandRow& row_of(Command command);

// Returns the examples of a command, in the order of its set.
std::vector<CommandExample> examples_of(const CommandRow& row);

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
