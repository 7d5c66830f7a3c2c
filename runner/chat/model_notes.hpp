#pragma once

#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>

namespace runner::chat {

using namespace toolkit;

// What agentcli tells the model of what the operator has done: a message of the user.
Json note_to_model(const std::string& text);
bool is_note_to_model(const Json& message);

// The first line of such a message's text, for the operator.
std::string first_line_of_note(const std::string& text);

// Does a turn begin with this message? One of the user does, unless it steers a turn.
bool begins_turn(const Json& messages, std::size_t at);

}
