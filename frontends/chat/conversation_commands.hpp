#pragma once

#include "frontends/chat/talk.hpp"

#include <string>

namespace frontends::chat {

// Commands about what has been said (slash_table.hpp).
void say_next(Talk& talk, const std::string& words);
void retry(Talk& talk, const std::string& words);
void take_back(Talk& talk, const std::string& words);
void begin_anew(Talk& talk, const std::string& words);
void compact(Talk& talk, const std::string& words);
void show_context(Talk& talk, const std::string& words);
void show_call(Talk& talk, const std::string& words);
void copy_answer(Talk& talk, const std::string& words);
void show_raw(Talk& talk, const std::string& words);

}
