#pragma once

#include "frontends/screen/machine.hpp"

#include <csignal>

#include <termios.h>

namespace frontends::screen {

struct Settings {
    termios at_start {}; // the terminal's modes before the screen
    Machine& machine = system_machine();
    // The terminal's descriptor shares its status flags with others, and may block: it gets pieces
    // of 256 bytes when poll says that it takes some.
    bool may_block = false;
    int signals = -1; // a signalfd of signals_of_screen(), which are blocked; -1: none
    bool waits_for_engine = false; // the terminal is left alone until the engine has spoken
};

// What the screen hears of: the size, an end, a stop, and that it goes on.
sigset_t signals_of_screen();

// The screen of a chat: the terminal belongs to it until the engine, at the other end of `socket`,
// ends the connection, or a signal ends the screen. Then the terminal is as it was before. Returns
// 0, 130 if Ctrl-C has ended the chat, or 128 + N for signal N. Both descriptors are non-blocking
// (but see may_block), and stay open; SIGPIPE is ignored.
//
// What goes over the socket are lines of JSON of at most 16 MiB, in both directions. Of the engine
// (http-api.md and the chat's own; fields with ? may be missing, unknown events are passed over):
//
//   hello     version model endpoint? api? session? approve? contextWindow? sandbox?
//             tools?: [{name, required: [parameters in the schema's order]}]
//             history?: [lines, the oldest first]
//             look?: {colour: bool, colours: {role: words}, notify: off|bell|osc9|osc777,
//             tmux: bool (TMUX is set), reflows: bool (a terminal that is known to break its rows
//             anew when it becomes narrower, by TERM or TMUX), directory, title: bool,
//             verbose: bool}
//   run       the same fields as hello, once more
//   turn      state (begins, ends); at its end exitReason, error?, hint?
//   said      text, state (sent, waiting, delivered, taken-back)
//   text, reasoning: text. message: ends the text; one of which no piece has come, as those of
//             the past, is shown by its `message`. context, note, error: text, hint?
//   usage     usage (as the server counts), cost? (of the chat so far), nested?: an investigator's
//   meters    model? approve? session? contextWindow? contextTokens? (an estimate)
//   call      id tool arguments (object, or its JSON), by? (operator). nested: tool of?
//   result    id tool content ms? bytes? code? exit? diff? repaired? by? output? (of a command of
//             the operator)
//   ask       id kind (approval: tool arguments effects? changesFiles? dryRun? runsLater? changed?
//             editable? (false: no other arguments are taken) of? count?: number `of` of `count`;
//             question: message choices? default?)
//   asked     id, verdict or state: how it ended
//   reply     id?; text?, form? (text, markdown, diff), and the fields of meters: of a command;
//             items: of a completion, texts or {text, summary}; edited: the text that an editor
//             has left, null (with text: why) if there is none
//   copy      text: to the clipboard
//   continued the job was stopped by suspend, and runs again
//
// Of the screen, by `do`: say (text when mentions?: names as typed after @), take-back, interrupt,
// answer (id; verdict reason? arguments?, or value), command (line), run (command tell), complete
// (id kind text), edit (id text), suspend, quit.
//
// After edit and suspend the terminal has its old modes, and the screen leaves it alone until the
// reply to edit, an error instead of it, or continued: whoever is told to suspend stops both
// processes. SIGCONT does not say which stop has ended, and may come late.
int run(int terminal, int socket, const Settings& settings);

}
