#pragma once

#include "runner/command.hpp"
#include "runner/options.hpp"

#include <string>
#include <string_view>
#include <vector>

// One row: everything that is known of a flag. -help prints it, parse_options obeys it.
struct Option {
    std::string name;
    std::string value; // what its value is called in -help; empty for a switch
    std::string help;
    void (*assign)(Options&, std::string_view);
    std::string preset = {}; // the default; empty where there is none
    std::vector<std::string> environment = {}; // the first one that is set counts
    std::vector<Command> commands = {Command::run}; // that take it; none: all
};

const std::vector<Option>& option_table();

// Its rows by theme, where they have a file of their own.
std::vector<Option> options_of_conversation();
std::vector<Option> options_of_network();

bool takes(Command command, const Option& option);
