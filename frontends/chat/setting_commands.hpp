#pragma once

#include "frontends/chat/talk.hpp"

#include <string>

namespace frontends::chat {

// Commands about the chat and who answers in it (slash_table.hpp).
void show_help(Talk& talk, const std::string& words);
void quit(Talk& talk, const std::string& words);
void show_status(Talk& talk, const std::string& words);
void change_model(Talk& talk, const std::string& words);
void change_reasoning(Talk& talk, const std::string& words);
void change_system(Talk& talk, const std::string& words);
void show_tools(Talk& talk, const std::string& words);
void show_servers(Talk& talk, const std::string& words);
void change_approval(Talk& talk, const std::string& words);

}
