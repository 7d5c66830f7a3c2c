#pragma once

#include "frontends/chat/talk.hpp"

#include <string>

namespace frontends::chat {

// Commands about where the conversation is kept (slash_table.hpp).
void list_sessions(Talk& talk, const std::string& words);
void resume(Talk& talk, const std::string& words);
void save(Talk& talk, const std::string& words);
void fork_session(Talk& talk, const std::string& words);
void export_messages(Talk& talk, const std::string& words);

}
