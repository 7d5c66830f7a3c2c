#include "privileges.hpp"

#include "unavailable.hpp"

#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>

void keep_privileges_as_they_are()
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw unavailable("no_new_privs");
}

// One byte and not none: then a core goes neither to a file nor to a program that core_pattern names, which
// would run outside the sandbox, and is not held back by a limit of 0 (core(5)).
void leave_no_core_files()
{
    const rlimit least {1, 1};
    setrlimit(RLIMIT_CORE, &least);
}

// The first two need a capability themselves: without it there is nothing to take away, and no_new_privs
// keeps it so.
void drop_capabilities()
{
    prctl(PR_SET_SECUREBITS, SECURE_ALL_BITS | SECURE_ALL_LOCKS, 0, 0, 0);
    for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) { }
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    __user_cap_header_struct header {_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> none {};
    if (syscall(SYS_capset, &header, none.data()) != 0)
        throw unavailable("capset");
}

bool may_administer()
{
    __user_cap_header_struct header {_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> held {};
    return syscall(SYS_capget, &header, held.data()) == 0 && (held[0].effective & (1U << CAP_SYS_ADMIN)) != 0;
}
