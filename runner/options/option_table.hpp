#pragma once

#include "runner/options/command.hpp"
#include "runner/options/options.hpp"

#include <string>
#include <string_view>
#include <vector>

// How often a flag counts, and whether its value may be empty. An empty one is mostly an unset variable of a script,
// and would silently turn off what the flag asks for.
enum class Given { once, once_or_empty, often };

// One row: everything that is known of a flag. --help prints it, parse_options obeys it.
struct Option {
    std::string name;
    std::string value; // what its value is called in --help; empty for a switch
    std::string help;
    void (*assign)(Options&, std::string_view);
    std::string preset = {}; // the default; empty where there is none
    std::vector<std::string> environment = {}; // the first one that is set counts
    std::vector<Command> commands = {Command::run}; // that take it; none: all
    Given given = Given::once;
};

const std::vector<Option>& option_table();

// Its rows by theme, where they have a file of their own.
std::vector<Option> options_of_conversation();
std::vector<Option> options_of_network();

bool takes(Command command, const Option& option);

// "--name"; of a name of one letter "-n".
std::string flag_of(const Option& option);

// "--name VALUE"
std::string usage_of(const Option& option);

// Its help, with the variables that set it and the default.
std::string explanation_of(const Option& option);
