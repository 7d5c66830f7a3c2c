#pragma once

#include "runner/options/option_table.hpp"

#include <string>
#include <vector>

namespace runner::options {

// A flag on the command line.
struct GivenFlag {
    const Option* option;
    std::string value;
};

// A parsed command line, before any values are assigned.
struct CommandLine {
    Command grammar; // the command named by the first words, which determines the accepted flags
    // The command to run: usually `grammar`, or the one that a flag such as --list-sessions
    // selects.
    Command command;
    std::vector<std::string> words;
    std::vector<GivenFlag> flags;
    // For workflows: arguments that are neither words nor flags.
    std::vector<LooseArgument> loose = {};
};

// Reads the arguments; flags may come before the words of the command. Throws BAD_REQUEST if a flag
// is unknown, has no value or is given too often, or if there are too few or too many words.
CommandLine read_command_line(const std::vector<std::string>& given);

// Returns true for a flag, such as --version, that is a parameter of the workflow if a workflow is
// named.
bool gives_way_to_parameters(const Option& option);

// Converts the arguments of an `agentcli host` for a conversation into those of a host that runs
// this workflow.
std::vector<std::string> arguments_for_workflow(
    const std::vector<std::string>& arguments, const std::string& name);

}
