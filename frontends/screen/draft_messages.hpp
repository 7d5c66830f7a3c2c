#pragma once

#include "agent/channel/screen_messages.hpp"
#include "frontends/screen/draft.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::screen {

using namespace agent;

// Converts drafts to messages and back, and completes their words.

// Returns the names after @ in what was typed, at its beginning or after a space: "src/main.cpp",
// "notes.txt:10-40", or "a name" of @"a name".
std::vector<std::string> mentions_in(std::string_view typed);

// Returns a draft that is sent as this message. A text that begins like a command is escaped.
std::string draft_of_message(const std::string& text);

// Returns the message for a draft: "!COMMAND" runs a command and reports it to the model,
// "!!COMMAND" runs one without a report, "/NAME" is a command of the chat, and any other text is
// sent; "//" at its beginning is sent as "/". Pasted text is neither a command nor a mention.
channel::ScreenMessage message_of_draft(const Draft& draft, std::optional<channel::When> when = {});

// Returns the message, still without its id, that asks for the names that complete the word before
// the cursor: one that begins with "@", the first one if it begins with "/", or an argument of a
// command; or a line that begins with "!". Returns nullopt for anything else.
std::optional<channel::Complete> completion_of_draft(const Draft& draft);

// True if the completion may need a request to an MCP server.
bool may_need_server(const channel::Complete& wanted);

// Replaces the word before the cursor by a name that completes it. A directory, or a partial name,
// can be completed further; any other name is followed by a space.
void complete_draft(Draft& draft, const std::string& name, bool is_partial = false);

}
