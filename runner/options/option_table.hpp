#pragma once

#include "runner/options/command.hpp"
#include "runner/options/options.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runner::options {

// How often a flag may be given: of several the last one counts, or it is an error, or each one
// counts.
enum class Given { last, once, often };

// What became of a value when a workspace narrowed it.
enum class Narrowed { unchanged, replaced, added };

// One row: everything that is known of a flag. The parser obeys it, the configs too; help,
// completions and pages print it. Rows of one name have no command in common.
struct Option {
    std::string name;
    char letter = 0; // its short form; none: 0
    std::string value = {}; // the placeholder of its value; empty for a switch
    std::string optional_file = {}; // the placeholder of a path that a switch takes: --name=FILE
    std::string help = {};
    std::string brief = {}; // for the overview, which shows the most important flags alone
    void (*assign)(Options&, std::string_view) = nullptr;
    std::string preset = {}; // the default; empty if there is none
    std::vector<std::string> environment = {}; // the first one that is set counts
    std::vector<Command> commands
        = {Command::run, Command::config, Command::host, Command::chat}; // that accept it
    Given given = Given::last;
    bool is_required = false;
    bool may_be_empty = false; // an empty value is mostly an unset variable of a script
    bool is_file = false; // the value is a path
    std::string no_file = {}; // the value of a file option that names no file, such as "none"
    bool is_first = false; // assigned before the others, since it decides about them
    std::string needs = {}; // a flag without which it means nothing
    std::vector<std::string> excludes = {}; // flags that it cannot be combined with
    bool in_profile = false; // a profile of the user's config may set it
    // How a profile of the workspace's config narrows it; none: it may not set it.
    Narrowed (*narrow)(Options&, std::string_view) = nullptr;
    std::optional<Command> action = {}; // another spelling of this command; assigns nothing
    bool is_hidden = false; // accepted, and shown nowhere
};

const std::vector<Option>& option_table();

// Its rows by topic.
std::vector<Option> options_of_model();
std::vector<Option> options_of_conversation();
std::vector<Option> options_of_tools();
std::vector<Option> options_of_limits(); // those of tools have them
std::vector<Option> options_of_listening();
std::vector<Option> options_of_serving();
std::vector<Option> options_of_output();
std::vector<Option> options_of_audit();
std::vector<Option> options_of_workflows();
std::vector<Option> options_of_actions();

// Returns the rows of all topics, in order.
std::vector<Option> joined(std::initializer_list<std::vector<Option> (*)()> topics);

// `workflow run` takes the flags of `run` that are not about one prompt, and `acp` those of `host`
// that are not about one session.
bool takes(Command command, const Option& option);

// The row of a name that the command accepts, or null.
const Option* find_option(Command command, std::string_view name);

// What help and completions show of a command.
std::vector<const Option*> shown_options(Command command);

// "--name"
std::string flag_of(const Option& option);

// Says whether the value of a flag of this row is a path.
bool is_path(const Option& option, std::string_view value);

// "-n, --name VALUE", "--name[=FILE]"
std::string usage_of(const Option& option);

// "agentcli embed --prompt TEXT [flags]"
std::string usage_of(const CommandRow& row);

// Its help, with the variables that set it and the default.
std::string explanation_of(const Option& option);

}
