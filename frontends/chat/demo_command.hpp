#pragma once

#include "frontends/chat/talk.hpp"

#include <string>

namespace frontends::chat {

// A turn of a recording that is part of the program (demo_model.hpp), with the tools of the
// manifest. It is no part of the conversation, and kept in no session.
void show_demo(Talk& talk, const std::string& words);

}
