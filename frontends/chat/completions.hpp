#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/channel/screen_messages.hpp"

#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;

class ChatEngine;

// Return what completes the letters of a draft, as the list above the input has it: at most 100
// items, the best first.

// Commands by their names: those that begin with the letters, those that have them in their order,
// and those whose help has a word that begins with them. All in the order of the table for no
// letters.
channel::Completions commands_fitting(ChatEngine& talk, const std::string& letters);

// Values of the first argument of a command, for a line up to the cursor. Empty if the command has
// no list, or if the cursor is in a later argument.
channel::Completions values_fitting(ChatEngine& talk, const std::string& line);

// Files and directories of the workspace, within 10 ms. `more` is set if not all names were looked
// at, and while the first walk of the tree runs `note` says how many names are known. If
// `asked_by_key`, the walk is given 300 ms.
channel::Completions files_fitting(ChatEngine& talk, const std::string& letters, bool asked_by_key);

// Lines after "!": those that were entered before in this directory; only if `asked_by_key`,
// programs for the first word, and paths for others.
channel::Completions shell_lines_fitting(
    ChatEngine& talk, const std::string& line, bool asked_by_key);

}
