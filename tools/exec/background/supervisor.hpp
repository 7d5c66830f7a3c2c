#pragma once

#include "tools/exec/request.hpp"

namespace exec::background {

using namespace toolkit;

// The life of the supervisor of a run, which the runner starts with one end of a pair of sockets
// (SOCK_SEQPACKET) as descriptor 3: for each command that an Order starts there is a process of its
// own (holder.hpp), which it makes, and to which it hands the calls that ask for the command. When
// nobody has the other end any more, all commands are stopped, one after another, and it ends. Each
// prints a line then, as holder.hpp says. Whatever kills it kills all of them.
[[noreturn]] void supervise(const Request& settings, const Workspace& workspace);

}
