#pragma once

#include "runner/chat/talk.hpp"

#include <string>

namespace runner::chat {

// Commands about what the turns of a chat have changed (slash_table.hpp).
void undo_turns(Talk& talk, const std::string& words);
void redo_turns(Talk& talk, const std::string& words);
void show_changes(Talk& talk, const std::string& words);

}
