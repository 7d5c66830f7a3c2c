#pragma once

#include "runner/options/option_table.hpp"

#include <string>
#include <vector>

namespace runner::options {

struct GivenFlag {
    const Option* option;
    std::string value;
};

// What a command line says, before any value counts.
struct CommandLine {
    Command grammar; // whose flags were read: the command of the words at its beginning
    Command command; // to be run: mostly the same, or what a flag such as --list-sessions spells
    std::vector<std::string> words;
    std::vector<GivenFlag> flags;
    std::vector<LooseArgument> loose = {}; // with a workflow: what is neither
};

// Reads the arguments; flags may come before the words of the command. Throws BAD_REQUEST if a flag
// is unknown, has no value or is given too often, or if there are too few or too many words.
CommandLine read_command_line(const std::vector<std::string>& given);

// True for a flag that means a parameter of the workflow once one is named, such as --version.
bool gives_way_to_parameters(const Option& option);

// Returns the arguments of an `agentcli host` that has a conversation, for one that runs this
// workflow.
std::vector<std::string> arguments_for_workflow(
    const std::vector<std::string>& arguments, const std::string& name);

}
