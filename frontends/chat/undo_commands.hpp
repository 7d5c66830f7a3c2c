#pragma once

#include "frontends/chat/talk.hpp"

#include <string>

namespace frontends::chat {

// Commands about what the turns of a chat have changed (slash_table.hpp).
void undo_turns(Talk& talk, const std::string& words);
void redo_turns(Talk& talk, const std::string& words);
void show_changes(Talk& talk, const std::string& words);

}
