#include "calls.hpp"

#include <fcntl.h>
#include <linux/sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>

namespace exec::sandbox {

namespace {

using toolkit::sandbox::seccomp::allow;
using toolkit::sandbox::seccomp::fail;
using toolkit::sandbox::seccomp::Rule;
using toolkit::sandbox::seccomp::Test;
using Rules = std::vector<Rule>;

// Missing in the headers of Debian 12. The numbers are the same on all architectures, except for
// calls that only x86 has.
constexpr int call_fchmodat2 = 452;
constexpr int call_setxattrat = 463;
constexpr int call_removexattrat = 466;
constexpr int call_open_tree_attr = 467;
constexpr int call_file_setattr = 469;

constexpr int of_the_administrator[] = {
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_setns,
    SYS_open_tree,
    call_open_tree_attr,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_quotactl_fd,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_vhangup,
    SYS_syslog,
    SYS_fanotify_init,
    SYS_pidfd_getfd,
    SYS_process_madvise,
    SYS_migrate_pages,
    SYS_move_pages,
#ifdef __x86_64__
    SYS_kexec_file_load,
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_uselib,
#endif
};

// These objects are shared with all processes of the user, and Landlock does not cover them.
constexpr int between_processes[]
    = {SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl,
        SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_mq_open, SYS_mq_unlink};

// Runtimes have a fallback if these are missing. clone3 passes its flags in memory, which a filter
// cannot read.
constexpr int said_to_be_missing[]
    = {SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_clone3};

// Landlock permits these on every file that the user owns.
constexpr int on_metadata[] = {
    SYS_fchmod,
    SYS_fchmodat,
    call_fchmodat2,
    SYS_fchown,
    SYS_fchownat,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    call_setxattrat,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    call_removexattrat,
#ifdef __x86_64__
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
#endif
};

// A list of denied calls cannot name calls that are newer than itself. These numbers are reported
// as unknown, as by an older kernel, so that programs use a fallback: listns and all later calls.
constexpr int first_unknown = 470;
constexpr int last_unknown = 600;

// Calls that take a process and could name one of another command; 0 is the caller.
constexpr int on_a_process[] = {SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler,
    SYS_sched_setparam, SYS_sched_setattr};

template<std::size_t size>
void deny(Rules& rules, const int (&calls)[size], int error)
{
    for (const int call : calls)
        rules.push_back({call, fail(error)});
}

constexpr std::uint32_t new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC
    | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

void deny_unknown(Rules& rules)
{
    for (int call = first_unknown; call <= last_unknown; ++call)
        rules.push_back({call, fail(ENOSYS)});
}

// A lease on a file outside would block all processes that open it.
void deny_leases(Rules& rules)
{
    rules.push_back({SYS_fcntl, allow(), {{1, Test::equals, F_SETLEASE, fail(EPERM)}}});
}

void deny_namespaces(Rules& rules)
{
    rules.push_back({SYS_clone, allow(), {{0, Test::has_any_bit, new_namespaces, fail(EPERM)}}});
    rules.push_back({SYS_unshare, allow(),
        {{0, Test::has_any_bit, new_namespaces | CLONE_NEWTIME, fail(EPERM)}}});
}

// Denies ioctls that type into a terminal, that change flags of files through a descriptor that is
// only readable (<linux/fs.h>, fscrypt, fs-verity), and that make, remove or copy subvolumes of
// btrfs, which Landlock does not see (<linux/btrfs.h>). The numbers are compared as the 32 bits
// that the kernel reads.
void deny_ioctls(Rules& rules)
{
    constexpr std::uint32_t numbers[]
        = {TIOCSTI, 0x541c /* TIOCLINUX */, 0x40086602 /* FS_IOC_SETFLAGS */,
            0x40046602 /* FS_IOC32_SETFLAGS */, 0x40087602 /* FS_IOC_SETVERSION */,
            0x40047602 /* FS_IOC32_SETVERSION */, 0x40086604 /* EXT4_IOC_SETVERSION */,
            0x40046604 /* EXT4_IOC32_SETVERSION */, 0x401c5820 /* FS_IOC_FSSETXATTR */,
            0x800c6613 /* FS_IOC_SET_ENCRYPTION_POLICY */, 0x40806685 /* FS_IOC_ENABLE_VERITY */,
            0xc0406618 /* FS_IOC_REMOVE_ENCRYPTION_KEY */, 0x50009401 /* BTRFS_IOC_SNAP_CREATE */,
            0x5000940e /* BTRFS_IOC_SUBVOL_CREATE */, 0x5000940f /* BTRFS_IOC_SNAP_DESTROY */,
            0x50009417 /* BTRFS_IOC_SNAP_CREATE_V2 */, 0x50009418 /* BTRFS_IOC_SUBVOL_CREATE_V2 */,
            0x4008941a /* BTRFS_IOC_SUBVOL_SETFLAGS */, 0x5000943f /* BTRFS_IOC_SNAP_DESTROY_V2 */};
    Rule rule {SYS_ioctl, allow()};
    for (const std::uint32_t number : numbers)
        rule.tests.push_back({1, Test::equals, number, fail(EPERM)});
    rules.push_back(rule);
}

// A pair of stream sockets cannot reach other processes. A pair of datagram sockets can be
// connected again, to any socket of the user that has a path.
void deny_sockets(Rules& rules, const Permissions& permissions, Level level)
{
    Rule make {SYS_socket, fail(EACCES)};
    Rule pair {SYS_socketpair, fail(EACCES)};
    if (permissions.network == Network::on || level == Level::namespaces)
        for (const std::uint32_t family : {AF_INET, AF_INET6, AF_NETLINK})
            make.tests.push_back({0, Test::equals, family, allow()});
    if (permissions.unix_sockets)
        make.tests.push_back({0, Test::equals, AF_UNIX, allow()});
    else
        pair.tests.push_back({1, Test::has_any_bit, SOCK_DGRAM, fail(EACCES)});
    pair.tests.push_back({0, Test::equals, AF_UNIX, allow()});
    rules.push_back(make);
    rules.push_back(pair);
}

void deny_foreign_processes(Rules& rules)
{
    for (const int call : on_a_process)
        rules.push_back({call, fail(EPERM), {{0, Test::equals, 0, allow()}}});
    rules.push_back({SYS_setpriority, fail(EPERM),
        {{0, Test::equals, PRIO_USER, fail(EPERM)}, {1, Test::equals, 0, allow()}}});
    constexpr std::uint32_t of_the_user = 3; // IOPRIO_WHO_USER, ioprio_set(2)
    rules.push_back({SYS_ioprio_set, fail(EPERM),
        {{0, Test::equals, of_the_user, fail(EPERM)}, {1, Test::equals, 0, allow()}}});
}

// Before ABI 3 Landlock has no right for truncation, and open(2) truncates with O_RDONLY, too.
void deny_truncation(Rules& rules)
{
    const auto opening = [](int call, int argument) {
        return Rule {call, allow(),
            {{argument, Test::has_any_bit, O_WRONLY | O_RDWR, allow()},
                {argument, Test::has_any_bit, O_TRUNC, fail(EACCES)}}};
    };
    rules.push_back({SYS_truncate, fail(EACCES)});
    rules.push_back({SYS_openat2, fail(ENOSYS)});
    rules.push_back(opening(SYS_openat, 2));
#ifdef __x86_64__
    rules.push_back(opening(SYS_open, 1));
#endif
}

void deny_signals(Rules& rules, const std::vector<pid_t>& supervisors)
{
    for (const int call :
        {SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo}) {
        Rule rule {call, allow(), {{0, Test::equals, static_cast<std::uint32_t>(-1), fail(EPERM)}}};
        for (const pid_t supervisor : supervisors)
            for (const pid_t target : {supervisor, -supervisor})
                rule.tests.push_back(
                    {0, Test::equals, static_cast<std::uint32_t>(target), fail(EPERM)});
        rules.push_back(rule);
    }
    rules.push_back({SYS_pidfd_send_signal, fail(EPERM)});
    rules.push_back({SYS_ioctl, allow(),
        {{1, Test::equals, FIOSETOWN, fail(EPERM)}, {1, Test::equals, SIOCSPGRP, fail(EPERM)}}});
    rules.push_back({SYS_fcntl, allow(),
        {{1, Test::equals, F_SETOWN, fail(EPERM)}, {1, Test::equals, F_SETOWN_EX, fail(EPERM)}}});
}

}

Rules denied_calls(const Permissions& permissions, Level level)
{
    Rules rules;
    deny(rules, of_the_administrator, EPERM);
    if (level != Level::namespaces)
        deny(rules, between_processes, EACCES);
    deny(rules, said_to_be_missing, ENOSYS);
    rules.push_back({call_file_setattr, fail(EPERM)});
    deny_namespaces(rules);
    deny_unknown(rules);
    deny_leases(rules);
    deny_ioctls(rules);
    deny_sockets(rules, permissions, level);
    deny_foreign_processes(rules);
    return rules;
}

Rules calls_on_metadata()
{
    Rules rules;
    deny(rules, on_metadata, EPERM);
    return rules;
}

Rules calls_missed_by(int abi, const std::vector<pid_t>& supervisors)
{
    constexpr int abi_with_truncate = 3;
    constexpr int abi_with_signals = 6;
    Rules rules;
    if (abi < abi_with_truncate)
        deny_truncation(rules);
    if (abi < abi_with_signals)
        deny_signals(rules, supervisors);
    return rules;
}

}
