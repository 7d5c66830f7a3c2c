#pragma once

#include "agent/channel/messages.hpp"

// The messages that the screen of a chat sends to its engine. No host can send those that
// messages.hpp does not have.

namespace agent::channel {

struct ScreenSay {
    SaidContent content = {};
    std::vector<ContextEntry> context = {};
    std::optional<When> when = {};
    std::vector<std::string> mentions = {}; // names after "@" in what was typed
    std::optional<std::string> id = {}; // repeated by Said
};

struct TakeBack { };

// A command of the chat: "/model NAME".
struct SlashCommand {
    std::string line = {};
    std::optional<std::string> id = {}; // repeated by its Reply
};

// A command for a shell.
struct ShellCommand {
    std::string command = {};
    bool tell = true; // the model
};

enum class Completed { path, command, argument, shell };
struct Complete {
    std::string id = {}; // repeated by its Reply
    Completed kind {};
    std::string text = {}; // the letters so far; of an argument or for a shell: the line so far
    bool by_key = false; // the operator has pressed Tab
};

// Asks whether a paste names images. It may be read in two ways; a reading that is not possible is
// empty.
struct PastedPaths {
    std::string id = {}; // repeated by its Reply
    std::vector<std::string> lines = {}; // each line as one path
    std::vector<std::string> words = {}; // as words of a shell
};

// Reads an image from the clipboard. The reply contains its mention, or the reason for its absence.
struct PasteImage {
    std::string id = {}; // repeated by its Reply
};

// Answers a ChatPick.
enum class PickedBy { enter, tab, remove, view };
struct Picked {
    std::string id = {}; // of the ask
    std::int64_t row = 0; // the index of the chosen row
    PickedBy key {};
    std::vector<std::int64_t> actions = {}; // the index of the chosen action of each row
};

// Opens `text` in the editor of the operator.
struct EditText {
    std::string id = {}; // repeated by its Reply
    std::string text = {};
};

struct Suspend { };

// Answers LendTerminal: the engine has the terminal until it sends Continued.
struct TerminalLent { };

// Chooses the next mode: ask first, accept edits, plan, and never ask if it was chosen before.
struct NextMode { };

using ScreenMessage
    = std::variant<ScreenSay, Answer, Interrupt, Quit, TakeBack, SlashCommand, ShellCommand,
        Complete, EditText, Suspend, TerminalLent, Picked, NextMode, PastedPaths, PasteImage>;

}
