#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"

#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;

class ChatEngine;

// These functions return completions for a draft, as shown in the list above the input: at most 100
// items, the best first.

// Returns commands: those whose names begin with the letters, then those whose names contain them
// in order, then those with a word of the help that begins with them. Returns all in the order of
// the table if there are no letters.
channel::Completions commands_fitting(ChatEngine& talk, const std::string& letters);

// Returns values for the first argument of a command in a line up to the cursor. Empty if the
// command has no list of values, or if the cursor is in a later argument.
channel::Completions values_fitting(ChatEngine& talk, const std::string& line);

// Returns files and directories of the workspace; takes up to 10 ms. Sets `more` if not all names
// were examined. During the first walk of the tree, `note` contains the number of names found so
// far. If `asked_by_key`, waits up to 300 ms for the walk.
channel::Completions files_fitting(ChatEngine& talk, const std::string& letters, bool asked_by_key);

// Returns completions of a line after "!": earlier lines of this directory, and only if
// `asked_by_key`, programs for the first word and paths for other words.
channel::Completions shell_lines_fitting(
    ChatEngine& talk, const std::string& line, bool asked_by_key);

}
