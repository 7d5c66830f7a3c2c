#pragma once

#include "runner/options/command.hpp"
#include "runner/options/options.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace runner::options {

// The effect of giving a flag several times: the last value applies, it is an error, or all values
// apply.
enum class FlagRepetition { last, once, often };

// The result of narrowing a value by the config of a workspace.
enum class Narrowed { unchanged, replaced, added };

// Which commands accept a flag: only those that its row lists, or in addition all commands that may
// print secrets, all that work in one workspace, or all commands.
enum class Reach { listed, with_secrets, in_workspace, all };

// The description of a flag. The parser, the configs, help, completions and pages are driven by it.
// No command accepts two rows of the same name.
struct Option {
    std::string name;
    int place = 0; // position among all flags, lowest first; 0: that of the preceding row
    char letter = 0; // short form; 0 if there is none
    // names of this flag in other programs, for which errors suggest it
    std::vector<std::string> elsewhere = {};
    std::string value = {}; // placeholder of the value; empty for a switch
    std::string optional_file = {}; // placeholder of a path that a switch may take: --name=FILE
    std::string help = {};
    // Shorter help for the overview, which shows only the most important flags.
    std::string brief = {};
    void (*assign)(Options&, std::string_view) = nullptr;
    std::string preset = {}; // the default; empty if there is none
    // variables that set it; the first one that is set applies
    std::vector<std::string> environment = {};
    // Commands that accept it, apart from those whose row shares it.
    std::vector<Command> commands = {"run", "config"};
    Reach reach = Reach::listed;
    FlagRepetition given = FlagRepetition::last;
    bool is_required = false;
    std::string unless = {}; // a flag that makes this one optional
    // an empty value is accepted; otherwise it is an error, since it usually comes from an unset
    // variable
    bool may_be_empty = false;
    bool is_file = false; // the value is a path
    // agentcli follows the content of the file, so tools of a run must not change it
    bool is_obeyed = false;
    std::string no_file = {}; // a value that does not name a file, such as "none"
    bool is_first = false; // assigned before other flags, whose meaning depends on it
    std::string needs = {}; // a flag without which it has no effect
    std::string or_needs = {}; // an alternative to `needs`
    std::vector<std::string> excludes = {}; // flags that it cannot be combined with
    bool in_profile = false; // a profile of the user's config may set it
    // Narrows the value by a profile of the workspace's config. If null, such a profile may not set
    // the flag.
    Narrowed (*narrow)(Options&, std::string_view) = nullptr;
    Command action = {}; // another spelling of this command; nothing is assigned. Usually empty.
    bool is_hidden = false; // accepted, but not shown in help or pages
};

// Returns all rows, in the order of their places.
const std::vector<Option>& option_table();

// Return the rows of a run, by topic.
std::vector<Option> options_of_model();
std::vector<Option> options_of_tools();
std::vector<Option> options_of_limits(); // included in options_of_tools()
std::vector<Option> options_of_listening(); // shared by the servers
std::vector<Option> options_of_conversation();
std::vector<Option> options_of_output();
std::vector<Option> options_of_redaction();
std::vector<Option> options_of_actions();

// Returns the rows of all topics, in order.
std::vector<Option> joined(std::initializer_list<std::vector<Option> (*)()> topics);

// Returns true if a command accepts the flag: the option lists the command, or the row of the
// command shares the option.
bool takes(const CommandRow& row, const Option& option);
bool takes(Command command, const Option& option);

// Returns the row with this name that the command accepts, or null.
const Option* find_option(Command command, std::string_view name);

// Returns the row with this short form that the command accepts, or null.
const Option* find_short_option(Command command, std::string_view letter);

// Returns the options that help and completions show for a command.
std::vector<const Option*> shown_options(Command command);

// Returns "--name".
std::string flag_of(const Option& option);

// Returns true if the value for this flag is a path.
bool is_path(const Option& option, std::string_view value);

// Returns "--name VALUE" or "--name[=FILE]".
std::string long_usage_of(const Option& option);

// Returns "-n, --name VALUE" or "-n, --name[=FILE]".
std::string usage_of(const Option& option);

// Returns the synopsis of a command: "agentcli embed --prompt TEXT [flags]".
std::string usage_of(const CommandRow& row);

// Returns the help of the flag with its environment variables and default.
std::string explanation_of(const Option& option);

}
