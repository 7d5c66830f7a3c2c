#pragma once

#include "toolkit/system/file.hpp"

#include <string>
#include <vector>

#include <sys/types.h>

namespace runner::chat {

using namespace toolkit;

// The process that owns the terminal of a chat. It is forked before an option, a variable or a file
// is read; it has the terminal, its end of a pair of sockets, memory and the clock, and a seccomp
// filter refuses it everything else: no file, no socket, no program, no signal to others.
class Front {
public:
    // None if these arguments mean no chat, or stdin and stdout are no terminal. The front forgets
    // what is in `argv`. Throws system_error().
    static Front begin(const std::vector<std::string>& arguments, char** argv);

    Front(Front&& other) noexcept;
    Front(const Front&) = delete;
    Front& operator=(const Front&) = delete;

    // A front that no engine has spoken to leaves nothing on the terminal.
    ~Front() { end(); }

    bool is_there() const { return child > 0; }
    int descriptor() const { return socket.descriptor(); }

    // Closes the sockets and waits for its exit status; `died` if a signal or an error ended it.
    static constexpr int died = 1;
    int end();

private:
    Front() = default;

    File socket;
    pid_t child = -1;
};

}
