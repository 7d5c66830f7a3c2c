#pragma once

#include "agent/channel/messages.hpp"

// The messages that the screen of a chat sends to its engine. Those that are not in messages.hpp
// are not available to hosts.

namespace agent::channel {

struct ScreenSay {
    SaidContent content = {};
    std::vector<ContextEntry> context = {};
    std::optional<When> when = {};
    std::vector<std::string> mentions = {}; // names after "@" in the typed text
    std::optional<std::string> id = {}; // repeated in Said
};

struct TakeBack { };

// A command of the chat: "/model NAME".
struct SlashCommand {
    std::string line = {};
    std::optional<std::string> id = {}; // repeated by its Reply
};

// A shell command of the operator.
struct ShellCommand {
    std::string command = {};
    bool tell = true; // true: the model gets the command and its output
};

enum class Completed { path, command, argument, shell };
struct Complete {
    std::string id = {}; // repeated by its Reply
    Completed kind {};
    std::string text = {}; // word typed so far; for `argument` and `shell`, the whole line
    bool by_key = false; // true if the operator pressed Tab
};

// Asks whether a paste consists of paths of images. The paste is parsed in two ways; a list is
// empty if the paste cannot be parsed so.
struct PastedPaths {
    std::string id = {}; // repeated by its Reply
    std::vector<std::string> lines = {}; // each line is a path
    std::vector<std::string> words = {}; // each shell word is a path
};

// Asks for an image from the clipboard. The reply contains its mention, or why there is none.
struct PasteImage {
    std::string id = {}; // repeated by its Reply
};

// Answers a ChatPick.
enum class PickedBy { enter, tab, remove, view };
struct Picked {
    std::string id = {}; // id of the ChatAsk
    std::int64_t row = 0; // index of the chosen row
    PickedBy key {};
    std::vector<std::int64_t> actions = {}; // index of the selected action of each row
};

// Asks to open `text` in the operator's editor.
struct EditText {
    std::string id = {}; // repeated by its Reply
    std::string text = {};
};

struct Suspend { };

// Answers LendTerminal: the engine owns the terminal until it sends Continued.
struct TerminalLent { };

// Switches to the next mode: ask first, accept edits, plan, and then never ask if that mode was
// chosen before.
struct NextMode { };

using ScreenMessage
    = std::variant<ScreenSay, Answer, Interrupt, Quit, TakeBack, SlashCommand, ShellCommand,
        Complete, EditText, Suspend, TerminalLent, Picked, NextMode, PastedPaths, PasteImage>;

}
