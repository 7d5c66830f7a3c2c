#pragma once

#include "tools/exec/request.hpp"

namespace exec::background {

using namespace toolkit;

// Runs the supervisor of a run, which the runner starts with one end of a pair of sockets
// (SOCK_SEQPACKET) as descriptor 3. For each Order that starts a command, forks a process that
// holds the command (holder.hpp), and passes it the calls that concern the command. When the other
// end of the socket is closed, stops all commands and exits; each holder then prints a line as
// described in holder.hpp. If the supervisor is killed, all commands are killed, too.
[[noreturn]] void supervise(const Request& settings, const Workspace& workspace);

}
