#pragma once

#include "frontends/screen/keys.hpp"

#include <poll.h>
#include <sys/types.h>
#include <termios.h>

#include <csignal>
#include <cstddef>
#include <optional>
#include <vector>

namespace frontends::screen {

// The clock, waiting and I/O of the screen's loop, which a test replaces to control the time.
class Machine {
public:
    Machine() = default;
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    virtual ~Machine() = default;

    virtual Moment now() = 0;

    // Waits until one of them is ready, and no longer than that moment.
    virtual void wait(std::vector<pollfd>& watched, std::optional<Moment> until) = 0;

    virtual ssize_t read(int descriptor, char* into, std::size_t most) = 0;
    virtual ssize_t write(int descriptor, const char* bytes, std::size_t size) = 0;
};

// The system's own: CLOCK_MONOTONIC, poll, read and write.
Machine& system_machine();

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
// The socket carries lines of at most 16 MiB: the events of agent/channel/screen_events.hpp from
// the engine, and the messages of screen_messages.hpp to it. Unknown events are ignored; an event
// that cannot be read is shown as an error and changes nothing. A `message` ends the text before
// it, and is shown if no piece of its text has come, as for messages of the past.
//
// After edit and suspend the terminal has its old modes, and the screen leaves it alone until the
// reply to edit, an error instead of it, or continued: whoever is told to suspend stops both
// processes. SIGCONT does not say which stop has ended, and may come late.
int run(int terminal, int socket, const Settings& settings);

}
