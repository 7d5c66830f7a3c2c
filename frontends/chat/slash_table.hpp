#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

using namespace toolkit;

class ChatEngine;

// One row: everything that is known of a command of a chat. What runs it, the help, the man page
// and docs/reference.md are made of the table.
struct SlashCommand {
    std::string name; // "/model"
    std::vector<std::string> others = {}; // further names
    std::string words = {}; // the placeholder of what may follow: "[NAME]"
    std::string summary;
    void (*run)(ChatEngine& talk, const std::string& words) = nullptr;
    bool works_in_turn = false; // it asks or changes nothing of a turn that runs
    bool waits_with_words = false; // works in a turn only without words after its name
    bool picks = false; // without words, and while nothing runs, it opens a list
};

const std::vector<SlashCommand>& slash_table();

// The row of "/name words", or null.
const SlashCommand* find_row(std::string_view line);

// The same. Throws NOT_FOUND with the nearest name; `others` are names that count, too.
const SlashCommand& row_of_line(std::string_view line, const std::vector<std::string>& others = {});

// What follows the name.
std::string words_of_line(std::string_view line);

// A number from 1 on that follows a name; `usual` for no words. Throws BAD_REQUEST.
std::size_t number_in(const std::string& words, std::size_t usual);

// "/model [NAME]"
std::string usage_of(const SlashCommand& command);

}
