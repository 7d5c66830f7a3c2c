#pragma once

#include <string>
#include <string_view>
#include <vector>

// What agentcli is told to do by the words before its flags; none: to run.
enum class Command {
    run,
    embed,
    doctor,
    audit_verify,
    audit_show,
    redact,
    generate,
    help,
    trust,
};

struct CommandRow {
    Command command;
    std::string name; // the words that choose it: "audit verify"; empty for run
    std::string usage; // what follows them
    std::string summary; // one line, for a list
    std::size_t most_words = 0; // how many words it takes beside flags
    std::string text = {}; // what its help says beyond the summary
    std::vector<std::string> choices = {}; // what its first word can be, where that is known
};

const std::vector<CommandRow>& command_table();

const CommandRow& row_of(Command command);

// Those whose name is `words`, or begins with them.
std::vector<Command> commands_named(std::string_view words);

struct ChosenCommand {
    Command command;
    std::size_t word_count; // of its name
};

// The command that a command line begins with: run where its first argument is a flag, or there is none.
// Throws BAD_REQUEST with the nearest name where it is neither a flag nor a command.
ChosenCommand choose_command(const std::vector<std::string>& arguments);
