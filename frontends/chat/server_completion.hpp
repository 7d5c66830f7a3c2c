#pragma once

#include "agent/channel/screen_events.hpp"

#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;

class ChatEngine;

// Completions from the MCP servers of a chat, at most 100 each. The functions wait at most 2 s for
// each list or for values, and only until the operator sends something.

// Returns "SERVER:" for each server whose name begins with `begun`, to be completed further.
std::vector<channel::CompletedCommand> servers_beginning(
    const ChatEngine& talk, const std::string& begun);

// Returns the prompts that fit "SERVER:BEGUN", as "/SERVER:PROMPT"; empty if the chat has no such
// server.
std::vector<channel::CompletedCommand> prompts_beginning(
    ChatEngine& talk, const std::string& begun);

// Returns the resources that fit "SERVER:BEGUN", the best first, and then continuations of BEGUN by
// templates of resources; empty if the chat has no such server.
std::vector<channel::CompletedCommand> resources_fitting(
    ChatEngine& talk, const std::string& begun);

// Returns completions of the last word of "/SERVER:PROMPT WORDS".
std::vector<channel::CompletedCommand> arguments_fitting(ChatEngine& talk, const std::string& line);

}
