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

// A command that another command reads as input, such as /model in a chat. It is listed in the help
// and the pages of that command.
struct InnerCommand {
    std::string usage;
    std::vector<std::string> others; // further names
    std::string summary;
};

// Which time limit applies to a command.
enum class Span {
    watched, // the watchdog ends a computation that does not react to signals
    limited, // like watched, and --max-seconds limits the whole command
    own, // the command has no watchdog
};

// A group of commands in the overview.
struct Purpose {
    std::string_view name; // identifies it in CommandRow::purpose
    std::string_view title; // "Ask a model"
};

// The description of a command: everything that the parser, help and completions need to know.
// Commands with the same purpose are listed together in the overview.
struct CommandRow {
    std::string name; // the words that choose it: "audit verify"
    std::string purpose; // the name of one of purposes()
    int place = 0; // orders the commands of a purpose
    std::string summary; // one line, for a list
    std::string brief = {}; // a shorter summary, for the overview; empty: the summary is short
    std::string group = {}; // a summary of all commands that begin with the same first word
    std::string words = {}; // placeholders of the arguments that are not flags: "[FILE]"
    std::size_t min_words = 0;
    std::size_t max_words = 0;
    // False for commands that only explain agentcli, which work in any directory.
    bool reads_config = true;
    bool has_workspaces = false; // works in several workspaces instead of the current directory
    std::string text = {}; // a paragraph of help after the summary
    // possible values of the first argument, if they are known
    std::vector<std::string> choices = {};

    // Flags that the command accepts in addition to those whose rows name it: all flags of the
    // command `like` except `but`, and the flags named in `shares` of the command config.
    Command like = {};
    std::vector<std::string_view> but = {};
    std::vector<std::string_view> shares = {};
    bool has_secrets = true; // its output may contain secrets: it accepts --redact and --redact-key
    std::string mode = {}; // the name under which "defaults" of a config choose its profile

    Span span = Span::watched;
    bool is_hidden = false; // can be chosen by a flag only, not by its name
    bool takes_loose = false; // accepts arguments that are not flags of agentcli (LooseArgument)
    Command word_help = {}; // the command that prints help for the first argument: -w NAME --help
    const char* inner_title = nullptr; // "Commands of a chat"
    std::vector<InnerCommand> (*inner)() = nullptr;
    int (*run)(Invocation& by) = nullptr; // returns the exit status
    const CommandSet* set = nullptr; // the set that contains the row; set by the table
};

// A line that shows in its help and on its page how a command is used.
struct CommandExample {
    std::string_view command; // its name: "session fork"
    std::string_view meaning; // what the line does: "Copy a session"
    std::string_view line; // as it is typed in a shell
};

// Returns the groups of the overview, in order.
const std::vector<Purpose>& purposes();

// Returns the rows of all commands except hidden ones, ordered by purpose and place.
const std::vector<CommandRow>& command_table();

// Returns the row of a command, hidden or not. Throws std::logic_error if there is none.
const CommandRow& row_of(Command command);

// Returns the examples of a command, in the order of its set.
std::vector<CommandExample> examples_of(const CommandRow& row);

// Returns the full name: "agentcli audit verify".
std::string program_of(Command command);

// Returns the commands whose name is `words` or begins with these words.
std::vector<Command> commands_named(std::string_view words);

// Returns the names of all commands, and the words with which the names of several commands begin.
std::vector<std::string> command_words();

// The command that a command line names.
struct ChosenCommand {
    Command command;
    std::size_t word_count; // number of words in its name
};

// Returns the command at the beginning of a command line. It is `run` if there are no arguments or
// the first one is a flag. Throws BAD_REQUEST suggesting the nearest name if the first argument is
// neither a flag nor a command.
ChosenCommand choose_command(const std::vector<std::string>& arguments);

}
