#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

using namespace toolkit;

class ChatEngine;

// A command of the chat. The dispatcher, the help, the man page and docs/reference.md use this
// table.
struct SlashCommand {
    std::string name; // "/model"
    std::vector<std::string> others = {}; // further names
    std::string words = {}; // placeholder of its arguments: "[NAME]"
    std::string summary;
    void (*run)(ChatEngine& talk, const std::string& words) = nullptr;
    bool works_in_turn = false; // does not affect the current turn, so it can run during one
    bool waits_with_words = false; // can run during a turn only without arguments
    bool picks = false; // without arguments and outside a turn, it opens a list
};

const std::vector<SlashCommand>& slash_table();

// Returns the row for a line "/name words", or null.
const SlashCommand* find_row(std::string_view line);

// Returns the row for a line. Throws NOT_FOUND suggesting the nearest name; `others` are further
// names to suggest.
const SlashCommand& row_of_line(std::string_view line, const std::vector<std::string>& others = {});

// Returns the text after the name.
std::string words_of_line(std::string_view line);

// Parses a number, 1 or more; returns `usual` if there are no words. Throws BAD_REQUEST.
std::size_t number_in(const std::string& words, std::size_t usual);

// Returns the name and the placeholder: "/model [NAME]".
std::string usage_of(const SlashCommand& command);

}
