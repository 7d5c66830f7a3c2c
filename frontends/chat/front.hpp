#pragma once

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>
#include <termios.h>

namespace frontends::chat {

using namespace toolkit;

// The process that owns the terminal of a chat. It is forked before any option, variable or file is
// read. It has the terminal, one end of a socket pair, memory and the clock; a seccomp filter
// denies everything else: files, sockets, programs, and signals to other processes.
class Front {
public:
    // Forks the front. Returns an object without a process if the arguments do not start a chat, or
    // stdin and stdout are not a terminal. The plain front is used with --plain, if TERM is unset
    // or "dumb", or if ACCESSIBLE is set; otherwise the screen. The child overwrites `argv`.
    static Front begin(const std::vector<std::string>& arguments, char** argv);

    Front(Front&& other) noexcept;
    Front(const Front&) = delete;
    Front& operator=(const Front&) = delete;

    // Ends the front. If the engine has not sent anything, the terminal is unchanged.
    ~Front() { end(); }

    bool is_there() const { return child > 0; }
    bool is_screen() const { return at_start.has_value(); }
    int descriptor() const { return socket.descriptor(); }

    // Returns why there is no front although one was needed; otherwise nullopt.
    const std::optional<ToolError>& problem() const { return failure; }

    // Closes the socket and waits for the exit status of the front; returns `died` if a signal or
    // an error ended it. Afterwards the terminal has its original modes.
    static constexpr int died = 1;
    int end();

    // Records that the front sets the title of the terminal; end() restores it if the front could
    // not do so.
    void expect_title() { sets_title = true; }

    // Records that the front may push a keyboard mode; end() pops it if the front could not do so.
    void expect_keyboard() { uses_keyboard = true; }

    // Stops the front and this process, like a job after Ctrl-Z, until the shell continues both.
    void suspend() const;

private:
    Front() = default;

    void begin_screen(char** argv);
    void begin_plain(char** argv);

    File socket;
    pid_t child = -1;
    std::optional<termios> at_start = {}; // for a screen: the modes to restore
    bool sets_title = false;
    bool uses_keyboard = false;
    std::optional<ToolError> failure = {};
};

}
