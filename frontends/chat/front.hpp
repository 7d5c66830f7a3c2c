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
    // None if these arguments mean no chat, or stdin and stdout are no terminal. It is plain with
    // --plain, if TERM is unset or dumb, or if ACCESSIBLE is set; else it is the screen. The front
    // forgets what is in `argv`.
    static Front begin(const std::vector<std::string>& arguments, char** argv);

    Front(Front&& other) noexcept;
    Front(const Front&) = delete;
    Front& operator=(const Front&) = delete;

    // A front that no engine has spoken to leaves nothing on the terminal.
    ~Front() { end(); }

    bool is_there() const { return child > 0; }
    bool is_screen() const { return at_start.has_value(); }
    int descriptor() const { return socket.descriptor(); }

    // Why there is none, if one was wanted.
    const std::optional<ToolError>& problem() const { return failure; }

    // Closes the sockets and waits for its exit status; `died` if a signal or an error ended it.
    // The terminal has the modes of the beginning then.
    static constexpr int died = 1;
    int end();

    // It sets the title of the terminal: end() takes it back if it could not do so itself.
    void expect_title() { sets_title = true; }

    // It may push a mode of the keyboard: end() pops it likewise.
    void expect_keyboard() { uses_keyboard = true; }

    // Stops it and this process, as Ctrl-Z does with a job, until the shell continues both.
    void suspend() const;

private:
    Front() = default;

    void begin_screen(char** argv);
    void begin_plain(char** argv);

    File socket;
    pid_t child = -1;
    std::optional<termios> at_start = {}; // of a screen: the modes that it restores
    bool sets_title = false;
    bool uses_keyboard = false;
    std::optional<ToolError> failure = {};
};

}
