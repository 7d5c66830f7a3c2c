#pragma once

#include "permissions.hpp"
#include "toolkit/system/error.hpp"

#include <sys/types.h>

#include <string>

namespace exec::sandbox {

using namespace toolkit;

// New namespaces of processes, mounts, System V and POSIX queues, and host name; with the network
// off also of the network; and of users if this process may not make the others without that.
class Namespaces {
public:
    explicit Namespaces(Network network);

    // Like fork(2), with the child as the first process in the namespaces. Throws
    // SANDBOX_UNAVAILABLE.
    pid_t fork_into() const;

    // To be called in the child: keeps its user and group IDs valid in a new user namespace, and
    // starts the loopback device of a new network. Throws SANDBOX_UNAVAILABLE.
    void settle() const;

private:
    bool has_network; // has a network namespace
    bool has_users; // has a user namespace
    uid_t user;
    gid_t group;
};

// Returns SANDBOX_UNAVAILABLE for a `step` that failed with the current errno.
ToolError unavailable(const std::string& step);

}
