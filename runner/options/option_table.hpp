#pragma once

#include "runner/options/command.hpp"
#include "runner/options/options.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace runner::options {

// How often a flag may be given: of several the last one counts, or it is an error, or each one
// counts.
enum class FlagRepetition { last, once, often };

// What became of a value when a workspace narrowed it.
enum class Narrowed { unchanged, replaced, added };

// Which commands accept a flag: those that its row lists, also all that may print secrets, all that
// work in one workspace, or all.
enum class Reach { listed, with_secrets, in_workspace, all };

// One row: everything that is known of a flag. The parser obeys it, the configs too; help,
// completions and pages print it. Rows of one name have no command in common.
struct Option {
    std::string name;
    int place = 0; // orders all flags, lower ones first; 0: that of the row before it
    char letter = 0; // its short form; none: 0
    std::vector<std::string> elsewhere = {}; // what other programs call it: errors suggest this one
    std::string value = {}; // the placeholder of its value; empty for a switch
    std::string optional_file = {}; // the placeholder of a path that a switch takes: --name=FILE
    std::string help = {};
    std::string brief = {}; // for the overview, which shows the most important flags alone
    void (*assign)(Options&, std::string_view) = nullptr;
    std::string preset = {}; // the default; empty if there is none
    std::vector<std::string> environment = {}; // the first one that is set counts
    std::vector<Command> commands = {"run", "config"}; // that accept it, beside those that share it
    Reach reach = Reach::listed;
    FlagRepetition given = FlagRepetition::last;
    bool is_required = false;
    std::string unless = {}; // with this flag it is not required
    bool may_be_empty = false; // an empty value is mostly an unset variable of a script
    bool is_file = false; // the value is a path
    bool is_obeyed = false; // what the file says counts: tools of a run must not change it
    std::string no_file = {}; // the value of a file option that names no file, such as "none"
    bool is_first = false; // assigned before the others, since it decides about them
    std::string needs = {}; // a flag without which it means nothing
    std::string or_needs = {}; // another flag that will do instead
    std::vector<std::string> excludes = {}; // flags that it cannot be combined with
    bool in_profile = false; // a profile of the user's config may set it
    // How a profile of the workspace's config narrows it; none: it may not set it.
    Narrowed (*narrow)(Options&, std::string_view) = nullptr;
    Command action
        = {}; // it is another spelling of this command, and assigns nothing; mostly empty
    bool is_hidden = false; // accepted, and shown nowhere
};

const std::vector<Option>& option_table();

// The rows of a run, by topic.
std::vector<Option> options_of_model();
std::vector<Option> options_of_tools();
std::vector<Option> options_of_limits(); // those of tools have them
std::vector<Option> options_of_listening(); // for servers, which share them
std::vector<Option> options_of_conversation();
std::vector<Option> options_of_output();
std::vector<Option> options_of_redaction();
std::vector<Option> options_of_actions();

// Returns the rows of all topics, in order.
std::vector<Option> joined(std::initializer_list<std::vector<Option> (*)()> topics);

// Says whether a command accepts the flag: that names the command, or the command's row shares it.
bool takes(const CommandRow& row, const Option& option);
bool takes(Command command, const Option& option);

// The row of a name that the command accepts, or null.
const Option* find_option(Command command, std::string_view name);

// Returns the row of a short form that the command accepts, or null.
const Option* find_short_option(Command command, std::string_view letter);

// What help and completions show of a command.
std::vector<const Option*> shown_options(Command command);

// "--name"
std::string flag_of(const Option& option);

// Says whether the value of a flag of this row is a path.
bool is_path(const Option& option, std::string_view value);

// "--name VALUE", "--name[=FILE]"
std::string long_usage_of(const Option& option);

// "-n, --name VALUE", "-n, --name[=FILE]"
std::string usage_of(const Option& option);

// "agentcli embed --prompt TEXT [flags]"
std::string usage_of(const CommandRow& row);

// Its help, with the variables that set it and the default.
std::string explanation_of(const Option& option);

}
