#pragma once

#include "agent/model/message.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::session {

using namespace toolkit;

// Returns a message of the user that tells the model what the operator has done.
model::Message note_to_model(const std::string& text);
bool is_note_to_model(const model::Message& message);

// Returns the first line of the text of such a message, for the operator.
std::string first_line_of_note(const std::string& text);

// Returns whether a turn begins with this message: one of the user does, unless it steers a turn.
bool begins_turn(const model::Messages& messages, std::size_t at);

// Returns the indexes of the messages that begin a turn, the last one first.
std::vector<std::size_t> beginnings_of_turns(const model::Messages& messages);

}
