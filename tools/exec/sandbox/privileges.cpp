#include "privileges.hpp"

#include "namespaces.hpp"
#include "toolkit/system/error.hpp"

#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace exec::sandbox {

std::optional<Account> account_of_owner(const File& opened)
{
    const struct stat status = system::status_of(opened, "a file of another user");
    if (geteuid() != 0 || status.st_uid == 0)
        return std::nullopt;
    return Account {status.st_uid, status.st_gid};
}

ActingAs::ActingAs(const std::optional<Account>& account)
    : is_acting(account.has_value())
{
    if (!account)
        return;
    groups.resize(static_cast<std::size_t>(std::max(getgroups(0, nullptr), 0)));
    getgroups(static_cast<int>(groups.size()), groups.data());
    setgroups(0, nullptr);
    setfsgid(account->group);
    setfsuid(account->user);
}

ActingAs::~ActingAs()
{
    if (!is_acting)
        return;
    setfsuid(geteuid());
    setfsgid(getegid());
    setgroups(groups.size(), groups.data());
}

void keep_privileges_as_they_are()
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw unavailable("no_new_privs");
}

// A limit of 1 byte, not 0: with 1, a core goes neither to a file nor to a program that
// core_pattern names. Such a program would run outside the sandbox, and a limit of 0 does not
// prevent it (core(5)).
void leave_no_core_files()
{
    const rlimit least {1, 1};
    setrlimit(RLIMIT_CORE, &least);
}

void become(const Account& account)
{
    const auto [user, group] = account;
    if (setgroups(0, nullptr) != 0 || setresgid(group, group, group) != 0
        || setresuid(user, user, user) != 0)
        throw unavailable("another user");
}

// The first two calls need a capability. If they fail for lack of it, there is nothing to drop, and
// no_new_privs keeps it so. With the securebits, a change of the user does not change capabilities.
void drop_capabilities(const std::optional<Account>& account)
{
    prctl(PR_SET_SECUREBITS, SECURE_ALL_BITS | SECURE_ALL_LOCKS, 0, 0, 0);
    for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) { }
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (account)
        become(*account);
    __user_cap_header_struct header {_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> none {};
    if (syscall(SYS_capset, &header, none.data()) != 0)
        throw unavailable("capset");
}

static bool limit_resource(__rlimit_resource resource, std::int64_t soft, std::int64_t hard)
{
    rlimit limit {};
    if (soft == 0 || getrlimit(resource, &limit) != 0)
        return soft == 0;
    limit.rlim_max = std::min<rlim_t>(limit.rlim_max, static_cast<rlim_t>(hard));
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, static_cast<rlim_t>(soft));
    return setrlimit(resource, &limit) == 0;
}

// Leaves one second of processor time to programs that handle SIGXCPU.
bool limit_resources(const ResourceLimits& limits)
{
    return limit_resource(RLIMIT_AS, limits.memory, limits.memory)
        && limit_resource(RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 1)
        && limit_resource(RLIMIT_NPROC, limits.processes, limits.processes)
        && limit_resource(RLIMIT_FSIZE, limits.file_size, limits.file_size);
}

bool may_administer()
{
    __user_cap_header_struct header {_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> held {};
    return syscall(SYS_capget, &header, held.data()) == 0
        && (held[0].effective & (1U << CAP_SYS_ADMIN)) != 0;
}

std::optional<Account> account_for(RunAs user, const Workspace& workspace)
{
    if (user == RunAs::self)
        return std::nullopt;
    const struct stat status = system::status_of(workspace.root(), "the workspace");
    if (status.st_uid == geteuid())
        return std::nullopt;
    if (geteuid() != 0)
        throw ToolError(Code::sandbox_unavailable,
            "--user=owner can't be had: the workspace belongs to somebody else, and only root "
            "becomes "
            "another",
            "the operator can leave out --user");
    return Account {status.st_uid, status.st_gid};
}

void check_limits(const Permissions& permissions)
{
    const uid_t user = permissions.account ? permissions.account->user : geteuid();
    if (permissions.limits.processes > 0 && user == 0)
        throw ToolError(Code::sandbox_unavailable,
            "--processes can't be had: the kernel counts no processes of root",
            "the operator can run commands as the owner of a workspace, who is not root, by "
            "--user=owner");
}

}
