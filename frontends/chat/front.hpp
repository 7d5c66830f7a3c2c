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

// The process that owns the terminal of a chat. It is forked before an option, a variable or a file
// is read; it has the terminal, its end of a pair of sockets, memory and the clock, and a seccomp
// filter refuses it everything else: no file, no socket, no program, no signal to others.
class Front {
public:
    // Starts the process. is_there() of the result is false if these arguments do not begin a chat,
    // or stdin or stdout is not a terminal. The front end is plain with --plain, if TERM is unset
    // or dumb, or if ACCESSIBLE is set; otherwise it is the screen. The process clears `argv`.
    static Front begin(const std::vector<std::string>& arguments, char** argv);

    Front(Front&& other) noexcept;
    Front(const Front&) = delete;
    Front& operator=(const Front&) = delete;

    // Leaves nothing on the terminal if no engine has sent anything.
    ~Front() { end(); }

    bool is_there() const { return child > 0; }
    bool is_screen() const { return at_start.has_value(); }
    int descriptor() const { return socket.descriptor(); }

    // Returns the error if the process could not be started.
    const std::optional<ToolError>& problem() const { return failure; }

    // Closes the socket, waits for the process, and restores the modes of the terminal. Returns its
    // exit status, or `died` if a signal or an error ended it.
    static constexpr int died = 1;
    int end();

    // Records that the process sets the title of the terminal: end() restores it if the process
    // did not.
    void expect_title() { sets_title = true; }

    // Records that the process may push a keyboard mode: end() pops it if the process did not.
    void expect_keyboard() { uses_keyboard = true; }

    // Stops the process and this one, like Ctrl-Z, until the shell continues both.
    void suspend() const;

private:
    Front() = default;

    void begin_screen(char** argv);
    void begin_plain(char** argv);

    File socket;
    pid_t child = -1;
    std::optional<termios> at_start = {}; // the terminal modes to restore; only for a screen
    bool sets_title = false;
    bool uses_keyboard = false;
    std::optional<ToolError> failure = {};
};

}
