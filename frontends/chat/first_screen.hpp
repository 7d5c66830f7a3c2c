#pragma once

#include "agent/channel/screen_events.hpp"

#include <string>

namespace frontends::chat {

using namespace agent;

class ChatEngine;

struct SandboxWords {
    std::string text = {}; // empty if no tool runs commands, or without a model
    bool is_warning = false;
};

// Returns how the commands of the model are confined, as their tool declares it.
SandboxWords sandbox_of_commands(ChatEngine& talk);

// Adds to the greeting the directory of the chat, what commands may do, which calls need approval,
// how to continue the latest session of the directory, and warnings.
void describe_place(ChatEngine& talk, channel::ChatHello& hello);

}
