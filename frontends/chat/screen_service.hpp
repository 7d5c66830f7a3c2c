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

// What the operator has chosen of how a chat looks.
struct DisplayOptions {
    std::string color = "auto"; // always, never
    std::string notify = "bell"; // off, osc9, osc777
    bool sets_title = false;
    bool draws_pictures = true; // if it is known how
    std::map<std::string, std::string> colours = {}; // by role
    std::map<std::string, std::string> keys = {}; // as options::ChatPreferences
};

// How the screen may draw: colours, notices, and what is known of the terminal. The screen has no
// variables of its own.
channel::Look look_of_screen(
    const DisplayOptions& look, const std::string& workspace, bool is_verbose);

// True if TERM or TERM_PROGRAM names a terminal that has the keyboard protocol of kitty, and it is
// not tmux or screen that reads its keys.
bool has_kitty_keyboard();

// Returns how the terminal draws images, "kitty" or "iterm2", by TERM and TERM_PROGRAM; empty if
// that is not known, or if tmux or screen would swallow the sequences.
std::string picture_protocol();

// What a screen wants beside messages and commands (frontends/screen/run.hpp): a completion, the
// editor, a stop.
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

    // The oldest first.
    std::vector<std::string> lines() const;

    void add(const std::string& said) const;

private:
    std::string workspace;
    const redaction::Redaction& redaction;
};

}
