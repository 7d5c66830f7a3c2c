#pragma once

#include "frontends/chat/talk.hpp"

#include <string>

namespace frontends::chat {

// /connect: finds servers on this machine, and asks one of them from then on (slash_table.hpp).
void connect_to_server(Talk& talk, const std::string& words);

}
