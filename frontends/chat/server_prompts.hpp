#pragma once

#include "agent/channel/screen_events.hpp"
#include "frontends/chat/server_requests.hpp"
#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

class ChatEngine;

// Prompts of MCP servers as commands: "/SERVER:PROMPT [VALUE | KEY=VALUE …]".

// Reads the first word of such a line. Returns nullopt if it does not name a server of the chat.
std::optional<NameAtServer> prompt_in_line(const ChatEngine& talk, std::string_view line);

// Asks for required arguments that are missing, shows the messages of the prompt unless the same
// were agreed to before, and sends them to the model. Says so if the operator declines. Throws
// BAD_REQUEST if no model is set up, NOT_FOUND for an unknown prompt, what
// agent::mcp::given_arguments() throws, UNSUPPORTED and TOO_LARGE for messages that cannot be sent,
// and what requests to servers throw.
void say_server_prompt(ChatEngine& talk, const std::string& line);

// Returns the messages of a prompts/get result, as agent::mcp::messages_of_prompt() does. Also
// throws BAD_REQUEST if there are none, or one is empty or begins like a message of agentcli, and
// TOO_LARGE for more than 100 messages or 64 KiB of text.
Json messages_to_send(const Json& result);

// Returns the question whether these messages may be sent. `name` is "/SERVER:PROMPT".
channel::ChatApproval question_about_prompt(const std::string& name, const Json& messages);

}
