#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

using namespace toolkit;

class ChatEngine;

// One row of the table of chat commands, from which the dispatch, the help, the man page and
// docs/reference.md are made.
struct SlashCommand {
    std::string name; // "/model"
    std::vector<std::string> others = {}; // further names
    std::string words = {}; // the placeholder of what may follow: "[NAME]"
    std::string summary;
    void (*run)(ChatEngine& talk, const std::string& words) = nullptr;
    bool works_in_turn = false; // can run during a turn: it neither asks nor changes the turn
    bool waits_with_words = false; // works in a turn only without words after its name
    bool picks = false; // opens a list if it has no words and no turn runs
};

const std::vector<SlashCommand>& slash_table();

// Returns the row of the command in a line "/name words"; nullptr if it is unknown.
const SlashCommand* find_row(std::string_view line);

// Like find_row(), but throws NOT_FOUND with the nearest name for an unknown command. `others` are
// further names that the error may suggest.
const SlashCommand& row_of_line(std::string_view line, const std::vector<std::string>& others = {});

// Returns the words after the name of a command.
std::string words_of_line(std::string_view line);

// Returns the number in `words`, at least 1, or `usual` if `words` is empty. Throws BAD_REQUEST for
// anything else.
std::size_t number_in(const std::string& words, std::size_t usual);

// Returns the usage of a command, such as "/model [NAME]".
std::string usage_of(const SlashCommand& command);

}
