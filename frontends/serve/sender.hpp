#pragma once

#include "frontends/serve/destinations.hpp"
#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <cstdint>
#include <vector>

namespace frontends::serve {

// The process that posts webhooks and traces, seen from the spawner, which has forked it.
struct SenderProcess {
    pid_t process = -1;
    File socket; // closed: it does not run
};

// Forks the sender before anything is read, so that it has no secret but those of SenderSettings.
// It waits for configure(), and exits if the socket is closed before. Closes `others` in it.
SenderProcess fork_sender(File& others, char** argv);

// Starts the sender, and returns the socket for the front. If nothing is to be sent, ends the
// sender, and returns a closed File. Throws SANDBOX_UNAVAILABLE if the sender cannot start; it has
// printed the reason to stderr.
File configure(SenderProcess& sender, const SenderSettings& settings);

// Waits for the end of the sender, which exits when the front has closed its socket.
void await_end_of(SenderProcess& sender);

// Confines this process to its open descriptors, memory, the clock, name lookups, and TCP
// connections. Since Linux 6.7, connections go to these ports and that of DNS only. It can open no
// other file and start no program. Throws SANDBOX_UNAVAILABLE if the kernel can't enforce this.
void lock_in_sender(const std::vector<std::uint16_t>& ports);

}
