#pragma once

#include "permissions.hpp"
#include "toolkit/system/error.hpp"

#include <sys/types.h>

#include <string>

namespace exec::sandbox {

using namespace toolkit;

// Namespaces of one's own: of processes, mounts, System V and POSIX queues, host name, with the
// network off of the network, and of users where this process may not have the others without.
class Namespaces {
public:
    explicit Namespaces(Network network);

    // fork(2), with the child as the first process in them. Throws SANDBOX_UNAVAILABLE.
    pid_t fork_into() const;

    // In the child: it is known by the user and group that it was, and the loopback device works.
    // Throws SANDBOX_UNAVAILABLE.
    void settle() const;

private:
    bool has_network; // of its own
    bool has_users; // of its own
    uid_t user;
    gid_t group;
};

// SANDBOX_UNAVAILABLE because `step` failed with the current errno.
ToolError unavailable(const std::string& step);

}
