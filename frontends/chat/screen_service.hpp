#pragma once

#include "agent/channel/screen_events.hpp"
#include "agent/redaction/redaction.hpp"
#include "frontends/host/inbox.hpp"

#include <map>
#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

class ChatEngine;

// Preferences of the operator for the look of a chat.
struct DisplayOptions {
    std::string color = "auto"; // or "always", "never"
    std::string notify = "bell"; // or "off", "osc9", "osc777"
    bool sets_title = false;
    bool draws_pictures = true; // if the terminal is known to support it
    std::map<std::string, std::string> colours = {}; // by role
    std::map<std::string, std::string> keys = {}; // as options::ChatPreferences
};

// Returns how the screen draws: colours, notices, and properties of the terminal. The screen has no
// environment variables of its own.
channel::Look look_of_screen(
    const DisplayOptions& look, const std::string& workspace, bool is_verbose);

// Returns true if TERM or TERM_PROGRAM names a terminal that supports the keyboard protocol of
// kitty, and tmux or screen is not in between.
bool has_kitty_keyboard();

// Returns how the terminal draws images according to TERM and TERM_PROGRAM, "kitty" or "iterm2";
// empty if that is unknown, or tmux or screen would drop the sequences.
std::string picture_protocol();

// Handles a request of a screen that is neither a message nor a command (frontends/screen/run.hpp):
// a completion, the editor, a stop.
void serve_screen(ChatEngine& talk, const host::Inbox::Request& request);

// The last 1,000 lines that the operator has entered in the chats of one directory, redacted. A
// line that begins with a space, or is the same as the one before, is not stored. If the file can't
// be read or written, only the history is lost.
class History {
public:
    // `workspace` is the directory of the chats. The file is beneath state_directory().
    History(std::string workspace, const redaction::Redaction& redaction)
        : workspace(std::move(workspace))
        , redaction(redaction)
    {
    }

    // Returns the lines, oldest first.
    std::vector<std::string> lines() const;

    void add(const std::string& said) const;

private:
    std::string workspace;
    const redaction::Redaction& redaction;
};

}
