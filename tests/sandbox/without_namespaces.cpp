// without_namespaces CALL PROGRAM [ARGUMENT …]: runs it as in a container that lets nobody make
// namespaces, in that the call named CALL fails: clone with EPERM where it asks for namespaces, the
// others always, as on a kernel that lacks them. Or as in an older container, whose filter does not
// know the calls of descriptors for processes (pidfd_open) or for signals (signalfd).

#include "toolkit/sandbox/seccomp.hpp"

#include <linux/sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

using namespace toolkit::sandbox;

static seccomp::Rule refusal_of(std::string_view name)
{
    using namespace seccomp;
    constexpr std::uint32_t namespaces = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWUSER;
    if (name == "clone")
        return {SYS_clone, allow(), {{0, Test::has_any_bit, namespaces, fail(EPERM)}}};
    if (name == "mount")
        return {SYS_mount, fail(EPERM)};
    if (name == "open_tree")
        return {SYS_open_tree, fail(ENOSYS)};
    if (name == "move_mount")
        return {SYS_move_mount, fail(ENOSYS)};
    if (name == "mount_setattr")
        return {SYS_mount_setattr, fail(ENOSYS)};
    if (name == "pidfd_open")
        return {SYS_pidfd_open, fail(EPERM)};
    if (name == "signalfd")
        return {SYS_signalfd4, fail(EMFILE)};
    _exit(126);
}

int main(int argc, char** argv)
{
    if (argc < 3 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return 126;
    seccomp::install({refusal_of(argv[1])}, seccomp::allow());
    execv(argv[2], argv + 2);
    return 127;
}
