#pragma once

#include "permissions.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <vector>

namespace exec::sandbox {

using namespace toolkit;

// While this lives, the file system sees `account`, if there is one, and none of root's
// capabilities (capabilities(7)).
class ActingAs {
public:
    explicit ActingAs(const std::optional<Account>& account);
    ~ActingAs();
    ActingAs(const ActingAs&) = delete;
    ActingAs& operator=(const ActingAs&) = delete;

private:
    bool is_acting;
    std::vector<gid_t> groups; // of before
};

// Returns the account with whose rights root works on what belongs to another user: that of the
// owner. Returns nullopt if the owner is root, or this process is not.
std::optional<Account> account_of_owner(const File& opened);

// Steps of a process that gives up what it may do, for good, and for all that it starts. Each
// throws SANDBOX_UNAVAILABLE where it can't be done.

// No program that is executed gains rights from its file.
void keep_privileges_as_they_are();

// A crash leaves no core, neither in a file nor with the program that the kernel's core_pattern
// names.
void leave_no_core_files();

// Another user, as root. With the securebits of drop_capabilities() no capability is lost by it.
void become(const Account& account);

// Holds no capability, and as root neither gets one by executing a program. Becomes `account`
// before, which ends PR_SET_PDEATHSIG.
void drop_capabilities(const std::optional<Account>& account);

// No limit is raised. False, with errno, where it can't be done; takes no memory, which may be
// scarce now.
bool limit_resources(const ResourceLimits& limits);

// May this process make namespaces without one for users?
bool may_administer();

// Returns the account that a command has to switch to for --user; nullopt if it keeps that of this
// process. Throws SANDBOX_UNAVAILABLE if it has to switch and this process is not root's.
std::optional<Account> account_for(RunAs user, const Workspace& workspace);

// Throws SANDBOX_UNAVAILABLE where a limit would hold nobody: the kernel counts no processes of
// root.
void check_limits(const Permissions& permissions);

}
