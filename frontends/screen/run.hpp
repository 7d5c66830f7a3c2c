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
class Platform {
public:
    Platform() = default;
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;
    virtual ~Platform() = default;

    virtual Moment now() = 0;

    // Waits until one of them is ready, at most until `until`.
    virtual void wait(std::vector<pollfd>& watched, std::optional<Moment> until) = 0;

    virtual ssize_t read(int descriptor, char* into, std::size_t most) = 0;
    virtual ssize_t write(int descriptor, const char* bytes, std::size_t size) = 0;
};

// Returns the real system: CLOCK_MONOTONIC, poll, read and write.
Platform& system_machine();

struct Settings {
    termios at_start {}; // the terminal's modes before the screen
    Platform& machine = system_machine();
    // The terminal's descriptor shares its status flags with other processes, and may block: it
    // gets pieces of 256 bytes when poll reports that it is writable.
    bool may_block = false;
    int signals = -1; // a signalfd of signals_of_screen(), which are blocked; -1: none
    bool waits_for_engine = false; // leave the terminal alone until the engine sends a message
};

// Returns the signals that the screen handles: a new size, an end, a stop, and a continuation.
sigset_t signals_of_screen();

// Runs the screen of a chat. It owns the terminal until the engine, at the other end of `socket`,
// ends the connection, or a signal ends the screen; then it restores the terminal. Returns 0, 130
// if Ctrl-C has ended the chat, or 128 + N for signal N. Both descriptors are non-blocking (but see
// may_block), and stay open; SIGPIPE is ignored.
//
// The socket carries lines of at most 16 MiB: the events of agent/channel/screen_events.hpp from
// the engine, and the messages of screen_messages.hpp to it. Unknown events are ignored; an event
// that cannot be read is shown as an error and changes nothing. A `message` ends the text before
// it, and is shown if no piece of its text was received, as for earlier messages.
//
// After edit and suspend the terminal has its old modes, and the screen does not touch it until the
// reply to edit, an error instead of it, or continued. The engine stops both processes on suspend.
// SIGCONT does not show which stop has ended, and may arrive late.
int run(int terminal, int socket, const Settings& settings);

}
