#pragma once

#include "permissions.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <vector>

namespace exec::sandbox {

using namespace toolkit;

// While an object exists, file system access is made as `account` and without root's capabilities
// (capabilities(7)). Has no effect if `account` is nullopt.
class ActingAs {
public:
    explicit ActingAs(const std::optional<Account>& account);
    ~ActingAs();
    ActingAs(const ActingAs&) = delete;
    ActingAs& operator=(const ActingAs&) = delete;

private:
    bool is_acting;
    std::vector<gid_t> groups; // supplementary groups before the switch
};

// Returns the owner's account, with whose rights root must work on a file of another user. Returns
// nullopt if the owner is root or this process does not run as root.
std::optional<Account> account_of_owner(const File& opened);

// Steps by which a process gives up rights for itself and all processes that it starts. They cannot
// be undone. Except where another result is named, each throws SANDBOX_UNAVAILABLE if it fails.

// Keeps executed programs from gaining rights from their files (no_new_privs).
void keep_privileges_as_they_are();

// Keeps crashes from leaving core dumps, both in files and at the program that the kernel's
// core_pattern names. Does not throw.
void leave_no_core_files();

// Switches from root to another user. With the securebits of drop_capabilities(), this does not
// drop any capability.
void become(const Account& account);

// Drops all capabilities, so that even root does not regain them by executing a program. Switches
// to `account` first, if there is one, which resets PR_SET_PDEATHSIG.
void drop_capabilities(const std::optional<Account>& account);

// Sets resource limits; never raises one. Returns false, with errno, if it fails. Allocates no
// memory, which may be scarce at this point.
bool limit_resources(const ResourceLimits& limits);

// Returns true if this process can make namespaces without a user namespace (CAP_SYS_ADMIN).
bool may_administer();

// Returns the account that a command has to switch to for --user, or nullopt if it keeps the
// account of this process. Throws SANDBOX_UNAVAILABLE if it has to switch and this process is not
// root.
std::optional<Account> account_for(RunAs user, const Workspace& workspace);

// Throws SANDBOX_UNAVAILABLE if a limit would have no effect: the kernel does not limit the number
// of root's processes.
void check_limits(const Permissions& permissions);

}
