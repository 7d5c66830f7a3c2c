// What a tool that was taken over comes to, whatever it tries: one row an attempt, one column a
// class of tools. The attempts are raw system calls, made in the tool where its work would be; its
// directory is the workspace.

#include "taken_over.hpp"

#include "attempts.hpp"

namespace {

struct Row {
    const char* attempt;
    Outcomes outcomes; // none, read, search, write, move
    Attempt make;
};

constexpr Outcomes with_threads(int otherwise, int searching)
{
    return {otherwise, otherwise, searching, otherwise, otherwise};
}
constexpr Outcomes when_moving(int moving) { return {trapped, trapped, trapped, trapped, moving}; }

const Row rows[] = {
    // What must be allowed, or the tools could not work.
    {"read its input", always(allowed), [] { return read(STDIN_FILENO, nullptr, 0); }},
    {"wait for its input", always(allowed),
        [] {
            timespec at_once {};
            return syscall(SYS_ppoll, nullptr, 0, &at_once, nullptr, 8);
        }},
    {"tell the time", always(allowed),
        [] {
            timespec now {};
            return syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
        }},
    {"allocate", always(allowed), [] { return std::malloc(64 << 20) != nullptr ? 0L : -1L; }},
    {"start a thread", with_threads(trapped, allowed), start_thread},
    {"read a file", with_files(allowed), [] { return inside("in.txt", O_RDONLY); }},
    {"list a directory", with_files(allowed), list_workspace},
    {"look at a file by its descriptor", with_files(allowed),
        [] { return look_at(inside("in.txt", O_RDONLY)); }},
    {"look at a name", to_read_and_to_write(trapped, allowed),
        [] { return look_at_name("in.txt"); }},
    {"create a file", to_read_and_to_write(trapped, allowed),
        [] { return inside("new", O_WRONLY | O_CREAT); }},
    {"write a file", to_read_and_to_write(trapped, allowed),
        [] { return inside("in.txt", O_WRONLY); }},
    {"truncate by opening", to_read_and_to_write(trapped, allowed),
        [] { return inside("in.txt", O_WRONLY | O_TRUNC); }},
    {"truncate by opening to read", to_read_and_to_write(trapped, allowed),
        [] { return inside("in.txt", O_RDONLY | O_TRUNC); }},
    {"create a nameless file", to_read_and_to_write(trapped, allowed),
        [] { return inside(".", O_WRONLY | O_TMPFILE); }},
    {"remove a file", to_read_and_to_write(trapped, allowed),
        [] { return syscall(SYS_unlinkat, AT_FDCWD, "in.txt", 0); }},
    {"remove a directory", to_read_and_to_write(trapped, allowed),
        [] { return syscall(SYS_unlinkat, AT_FDCWD, "empty", AT_REMOVEDIR); }},
    {"make a directory", to_read_and_to_write(trapped, allowed),
        [] { return syscall(SYS_mkdirat, AT_FDCWD, "new", 0700); }},
    {"rename across directories", to_read_and_to_write(trapped, allowed),
        [] { return rename_to("in.txt", "dir/in.txt"); }},
    {"link a file inside", to_read_and_to_write(trapped, allowed),
        [] { return link_to("in.txt", "dir/new"); }},
    {"change a mode", to_read_and_to_write(trapped, allowed),
        [] { return syscall(SYS_fchmod, inside("in.txt", O_RDONLY), 0600); }},
    {"set an attribute", to_read_and_to_write(trapped, allowed),
        [] { return syscall(SYS_fsetxattr, inside("in.txt", O_RDONLY), "user.x", "1", 1, 0); }},
    {"make a link", when_moving(allowed),
        [] { return syscall(SYS_symlinkat, "in.txt", AT_FDCWD, "new"); }},
    {"rename a link across directories", {trapped, trapped, trapped, EACCES, allowed},
        [] { return rename_to("link_out", "dir/new"); }},
    {"set times", when_moving(allowed),
        [] { return set_times(static_cast<int>(inside("in.txt", O_RDONLY)), nullptr); }},

    // Outside of the workspace.
    {"read outside", with_files(EACCES), [] { return inside("/etc/passwd", O_RDONLY); }},
    {"read a neighbour", with_files(EACCES), [] { return inside("../outside/secret", O_RDONLY); }},
    {"read by a link that leads out", with_files(EACCES),
        [] { return inside("link_out/secret", O_RDONLY); }},
    {"list outside", with_files(EACCES), [] { return inside("/", O_RDONLY | O_DIRECTORY); }},
    {"read by a link of /proc", with_files(EACCES),
        [] { return inside("/proc/self/root/etc/passwd", O_RDONLY); }},
    {"read by the directory of its parent", with_files(EACCES),
        [] { return inside("/proc/self/cwd/../outside/secret", O_RDONLY); }},
    {"read by a name of no object, reopened", with_files(EACCES), reopen_by_proc},
    {"read its own memory as a file", to_read_and_to_write(trapped, EACCES),
        [] { return inside("/proc/self/mem", O_RDWR); }},
    {"read its environment as a file", with_files(EACCES),
        [] { return inside("/proc/self/environ", O_RDONLY); }},
    {"read the memory of init as a file", with_files(EACCES),
        [] { return inside("/proc/1/mem", O_RDONLY); }},
    {"open a terminal", to_read_and_to_write(trapped, EACCES),
        [] { return inside("/dev/ptmx", O_RDWR); }},
    {"open a device of its machine", to_read_and_to_write(trapped, EACCES),
        [] { return inside("/dev/null", O_RDWR); }},
    {"create outside", to_read_and_to_write(trapped, EACCES),
        [] { return inside("../outside/new", O_WRONLY | O_CREAT); }},
    {"write outside", to_read_and_to_write(trapped, EACCES),
        [] { return inside("../outside/secret", O_WRONLY); }},
    {"truncate outside", to_read_and_to_write(trapped, EACCES),
        [] { return inside("../outside/secret", O_RDONLY | O_TRUNC); }},
    {"create a nameless file outside", to_read_and_to_write(trapped, EACCES),
        [] { return inside("../outside", O_WRONLY | O_TMPFILE); }},
    {"remove outside", to_read_and_to_write(trapped, EACCES),
        [] { return syscall(SYS_unlinkat, AT_FDCWD, "../outside/secret", 0); }},
    {"make a directory outside", to_read_and_to_write(trapped, EACCES),
        [] { return syscall(SYS_mkdirat, AT_FDCWD, "../outside/new", 0700); }},
    {"move out", to_read_and_to_write(trapped, EACCES),
        [] { return rename_to("in.txt", "../outside/new"); }},
    {"move in", to_read_and_to_write(trapped, EACCES),
        [] { return rename_to("../outside/secret", "new"); }},
    {"exchange with what is outside", to_read_and_to_write(trapped, EACCES),
        [] {
            return syscall(
                SYS_renameat2, AT_FDCWD, "in.txt", AT_FDCWD, "../outside/secret", RENAME_EXCHANGE);
        }},
    {"link in", to_read_and_to_write(trapped, EXDEV),
        [] { return link_to("../outside/secret", "new"); }},
    {"link out", to_read_and_to_write(trapped, EACCES),
        [] { return link_to("in.txt", "../outside/new"); }},
    {"link in by descriptor", to_read_and_to_write(trapped, EXDEV), link_by_descriptor},
    {"make a link outside", when_moving(EACCES),
        [] { return syscall(SYS_symlinkat, "in.txt", AT_FDCWD, "../outside/new"); }},
    {"move a link out", to_read_and_to_write(trapped, EACCES),
        [] { return rename_to("link_out", "../outside/new"); }},
    {"set times outside", always(trapped), [] { return set_times(AT_FDCWD, "../outside/secret"); }},
    {"set times outside, by an address that ends as a null pointer does", always(trapped),
        set_times_by_far_address},
    {"set times of a descriptor without rights", when_moving(EBADF),
        [] { return set_times(nameless("../outside/secret"), nullptr); }},
    {"change a mode by a descriptor without rights", to_read_and_to_write(trapped, EBADF),
        [] { return syscall(SYS_fchmod, nameless("../outside/secret"), 0777); }},
    {"change an owner by such", to_read_and_to_write(trapped, EBADF),
        [] { return syscall(SYS_fchown, nameless("../outside/secret"), 0, 0); }},
    {"set an attribute by such", to_read_and_to_write(trapped, EBADF),
        [] { return syscall(SYS_fsetxattr, nameless("../outside/secret"), "user.x", "1", 1, 0); }},
    {"read an attribute by such", to_read_and_to_write(trapped, EBADF),
        [] { return syscall(SYS_fgetxattr, nameless("../outside/secret"), "user.x", nullptr, 0); }},
    {"truncate by such", to_read_and_to_write(trapped, EBADF),
        [] { return syscall(SYS_ftruncate, nameless("../outside/secret"), 0); }},
    {"lock by such", to_read_and_to_write(trapped, EBADF),
        [] { return syscall(SYS_flock, nameless("../outside/secret"), 1); }},
    {"a gap: a name outside is there or is not", with_files(allowed),
        [] { return static_cast<long>(nameless("../outside/secret")); }},
    {"a gap: its size and times", with_files(allowed),
        [] { return look_at(nameless("../outside/secret")); }},
    {"a gap: where a link outside leads", with_files(allowed),
        [] {
            char text[9];
            return syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", text, sizeof text);
        }},
    {"what its starter had open: to read", always(EBADF),
        [] {
            char byte = 0;
            return read(inherited_file, &byte, 1);
        }},
    {"to write", always(EBADF), [] { return write(inherited_file, "x", 1); }},
    {"to open beneath", with_files(EBADF),
        [] { return open_at(inherited_directory, "secret", O_RDONLY); }},

    // Not by any other call.
    {"open by open", always(trapped), [] { return of_x86(old_open, "in.txt", O_RDONLY, 0); }},
    {"open by openat2", to_read_and_to_write(trapped, allowed),
        [] { return open_by_openat2(AT_FDCWD, "in.txt", O_RDONLY); }},
    {"open by openat, from the working directory", to_read_and_to_write(EACCES, trapped),
        [] { return syscall(SYS_openat, AT_FDCWD, "in.txt", O_RDONLY); }},
    {"open by creat", always(trapped), [] { return of_x86(old_creat, "in.txt", 0600, 0); }},
    {"open by handle", always(trapped),
        [] { return syscall(SYS_open_by_handle_at, AT_FDCWD, nullptr, 0); }},
    {"truncate by path", always(trapped), [] { return syscall(SYS_truncate, "in.txt", 0); }},
    {"make a pipe or a device", always(trapped),
        [] { return syscall(SYS_mknodat, AT_FDCWD, "new", S_IFIFO | 0600, 0); }},
    {"change a mode by path", always(trapped),
        [] { return syscall(SYS_fchmodat, AT_FDCWD, "in.txt", 0777); }},
    {"change a mode by path, newly", always(trapped),
        [] { return syscall(452, AT_FDCWD, "in.txt", 0777, 0); }},
    {"change an owner by path", always(trapped),
        [] { return syscall(SYS_fchownat, AT_FDCWD, "in.txt", 0, 0, 0); }},
    {"set an attribute by path", always(trapped),
        [] { return syscall(SYS_setxattr, "in.txt", "user.x", "1", 1, 0); }},
    {"change the root", always(trapped), [] { return syscall(SYS_chroot, "."); }},
    {"change the directory", always(trapped), [] { return syscall(SYS_chdir, "/"); }},
    {"mount", always(trapped), [] { return syscall(SYS_mount, "none", "/", "tmpfs", 0, nullptr); }},
    {"mount, newly", always(trapped), [] { return syscall(SYS_open_tree, AT_FDCWD, "/", 1); }},
    {"watch a directory", always(trapped), [] { return syscall(SYS_inotify_init1, 0); }},

    // Programs, memory and processes.
    {"run a program", always(trapped),
        [] { return syscall(SYS_execve, "/bin/true", nullptr, nullptr); }},
    {"run a program of the workspace", always(trapped),
        [] { return syscall(SYS_execve, "program", nullptr, nullptr); }},
    {"run an open program", always(trapped),
        [] { return syscall(SYS_execveat, STDIN_FILENO, "", nullptr, nullptr, AT_EMPTY_PATH); }},
    {"make a program in memory", always(trapped), [] { return syscall(SYS_memfd_create, "x", 0); }},
    {"fork", always(trapped), [] { return fork_by_clone(SIGCHLD); }},
    {"fork, sharing memory", always(trapped),
        [] { return fork_by_clone(CLONE_VM | CLONE_VFORK | SIGCHLD); }},
    {"fork by vfork", always(trapped), [] { return of_x86(old_vfork, nullptr, 0, 0); }},
    {"fork by clone3", with_threads(trapped, ENOSYS),
        [] { return syscall(SYS_clone3, nullptr, 0); }},
    {"fork into a user namespace", always(trapped),
        [] { return fork_by_clone(CLONE_NEWUSER | SIGCHLD); }},
    {"make a namespace", always(trapped), [] { return syscall(SYS_unshare, CLONE_NEWUSER); }},
    {"enter a namespace", always(trapped), [] { return syscall(SYS_setns, STDIN_FILENO, 0); }},
    {"map memory to run it", always(trapped),
        [] { return map_to_run(PROT_READ | PROT_WRITE | PROT_EXEC); }},
    {"make memory run", always(trapped),
        [] { return syscall(SYS_mprotect, own_page(), 4096, PROT_READ | PROT_EXEC); }},
    {"make memory run, with a key", always(trapped),
        [] { return syscall(SYS_pkey_mprotect, own_page(), 4096, PROT_READ | PROT_EXEC, -1); }},
    {"make memory of others", always(trapped),
        [] { return syscall(SYS_shmget, IPC_PRIVATE, 4096, 0600); }},
    {"make all that is readable run", always(trapped),
        [] { return syscall(SYS_personality, 0x0400000 /* READ_IMPLIES_EXEC */); }},
    {"signal its parent", always(trapped), [] { return syscall(SYS_kill, getppid(), 0); }},
    {"signal a thread", always(trapped), [] { return syscall(SYS_tgkill, 1, 1, 0); }},
    {"signal with a value", always(trapped),
        [] { return syscall(SYS_rt_sigqueueinfo, 1, 0, nullptr); }},
    {"have a process by a descriptor", always(trapped),
        [] { return syscall(SYS_pidfd_open, 1, 0); }},
    {"signal by a descriptor", always(trapped),
        [] { return syscall(SYS_pidfd_send_signal, 0, 0, nullptr, 0); }},
    {"take a descriptor of another", always(trapped),
        [] { return syscall(SYS_pidfd_getfd, 0, 0, 0); }},
    {"signal by the owner of a file", always(trapped),
        [] { return syscall(SYS_fcntl, 0, F_SETOWN, 1); }},
    {"trace", always(trapped),
        [] { return syscall(SYS_ptrace, PTRACE_ATTACH, 1, nullptr, nullptr); }},
    {"be traced", always(trapped),
        [] { return syscall(SYS_ptrace, PTRACE_TRACEME, 0, nullptr, nullptr); }},
    {"read another's memory", always(trapped),
        [] { return syscall(SYS_process_vm_readv, 1, nullptr, 0, nullptr, 0, 0); }},
    {"write another's memory", always(trapped),
        [] { return syscall(SYS_process_vm_writev, 1, nullptr, 0, nullptr, 0, 0); }},
    {"compare with another", always(trapped), [] { return syscall(SYS_kcmp, 1, 1, 0, 0, 0); }},
    {"limit another", always(trapped),
        [] { return syscall(SYS_prlimit64, 1, 0, nullptr, nullptr); }},
    {"slow another", always(trapped), [] { return syscall(SYS_setpriority, 0, 1, 19); }},

    // What holds it.
    {"replace the handler of violations", always(trapped),
        [] { return syscall(SYS_rt_sigaction, SIGSYS, nullptr, nullptr, 8); }},
    {"filter again", always(trapped), [] { return syscall(SYS_seccomp, 1, 0, nullptr); }},
    {"take back no_new_privs", always(trapped),
        [] { return syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0); }},
    {"name its memory, as Abseil does", always(EINVAL),
        [] { return syscall(SYS_prctl, PR_SET_VMA, PR_SET_VMA_ANON_NAME, 0, 0, 0); }},
    {"set a rule of Landlock", always(trapped), [] { return syscall(444, nullptr, 0, 1); }},
    {"become another user", always(trapped), [] { return syscall(SYS_setuid, 0); }},
    {"become another group", always(trapped), [] { return syscall(SYS_setgroups, 0, nullptr); }},
    {"take a capability", always(trapped), [] { return syscall(SYS_capset, nullptr, nullptr); }},
    {"raise a limit", always(trapped),
        [] { return syscall(SYS_prlimit64, 0, 0, nullptr, nullptr); }},
    {"set flags of a descriptor", always(trapped),
        [] { return syscall(SYS_fcntl, 0, F_SETFL, 0); }},

    // The network, the kernel, and other ways out.
    {"make an IPv4 socket", always(trapped),
        [] { return syscall(SYS_socket, AF_INET, SOCK_STREAM, 0); }},
    {"make an IPv6 socket", always(trapped),
        [] { return syscall(SYS_socket, AF_INET6, SOCK_DGRAM, 0); }},
    {"make a local socket", always(trapped),
        [] { return syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0); }},
    {"make a netlink socket", always(trapped),
        [] { return syscall(SYS_socket, AF_NETLINK, SOCK_RAW, 0); }},
    {"make a packet socket", always(trapped),
        [] { return syscall(SYS_socket, AF_PACKET, SOCK_RAW, 0); }},
    {"make a socket to the hypervisor", always(trapped),
        [] { return syscall(SYS_socket, AF_VSOCK, SOCK_STREAM, 0); }},
    {"make a pair of sockets", always(trapped),
        [] { return syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, nullptr); }},
    {"send by a socket that it was given", always(trapped),
        [] { return syscall(SYS_sendmsg, STDOUT_FILENO, nullptr, 0); }},
    {"connect a socket that it was given", always(trapped),
        [] { return syscall(SYS_connect, STDOUT_FILENO, nullptr, 0); }},
    {"use io_uring", always(trapped), [] { return syscall(SYS_io_uring_setup, 1, nullptr); }},
    {"use asynchronous reads", always(trapped), [] { return syscall(SYS_io_setup, 1, nullptr); }},
    {"reach the keyring", always(trapped), [] { return syscall(SYS_keyctl, 0, -3, 0, 0, 0); }},
    {"add a key", always(trapped),
        [] { return syscall(SYS_add_key, nullptr, nullptr, nullptr, 0, 0); }},
    {"load BPF", always(trapped), [] { return syscall(SYS_bpf, 0, nullptr, 0); }},
    {"handle page faults", always(trapped), [] { return syscall(SYS_userfaultfd, 0); }},
    {"measure the machine", always(trapped),
        [] { return syscall(SYS_perf_event_open, nullptr, 0, 0, -1, 0); }},
    {"load a module", always(trapped), [] { return syscall(SYS_finit_module, 0, "", 0); }},
    {"type into a terminal", always(trapped),
        [] { return syscall(SYS_ioctl, 0, 0x5412 /* TIOCSTI */, "x"); }},
    {"set the clock", always(trapped), [] { return syscall(SYS_clock_settime, 0, nullptr); }},
#ifdef __x86_64__
    {"call as x32 programs do", always(killed), [] { return syscall(0x40000000 | SYS_getpid); }},
    {"call as 32-bit programs do", always(killed), getpid_of_i386},
#endif
};

// Under the sanitizers a call of all takes long, and what is denied does not depend on them.
#ifdef SANITIZED
constexpr std::size_t step = 4;
#else
constexpr std::size_t step = 1;
#endif

// False for 32-bit calls on a kernel that has none: it takes the instruction for another call.
bool is_possible(const Row& row)
{
#ifdef __x86_64__
    static const bool has_calls_of_i386 = [] {
        const pid_t child = fork();
        if (child == 0)
            _exit(getpid_of_i386() == getpid() ? 0 : 1);
        int status = 0;
        return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }();
    return has_calls_of_i386 || row.attempt != std::string_view("call as 32-bit programs do");
#else
    return row.attempt != nullptr;
#endif
}

void check_rows(uid_t user)
{
    const Ground ground;
    const TakenOver tool(ground, user);
    std::size_t turn = 0;
    for (const Row& row : rows)
        for (std::size_t index = 0; index < classes.size(); ++index)
            if (turn++ % step == 0 && is_possible(row)) {
                INFO(classes[index].name << ": " << row.attempt);
                CHECK(words_for(tool.outcome(classes[index].sandbox, row.make))
                    == words_for(row.outcomes[index]));
            }
}

}

TEST_CASE("a tool that was taken over by an ordinary user's attacker does no more than its class")
{
    check_rows(ordinary_user());
}

TEST_CASE("a tool that was taken over and is root's does no more than its class")
{
    if (geteuid() == 0)
        check_rows(0);
    else
        WARN("not root: the rows ran as an ordinary user only");
}

TEST_CASE("by the operator's word to have no Landlock, what seccomp stops is stopped")
{
    const Ground ground;
    const TakenOver tool(ground, ordinary_user());
    std::size_t turn = 0;
    for (const Row& row : rows)
        for (std::size_t index = 0; index < classes.size(); ++index)
            if ((row.outcomes[index] == trapped || row.outcomes[index] == killed)
                && turn++ % (4 * step) == 0 && is_possible(row)) {
                INFO(classes[index].name << ": " << row.attempt);
                CHECK(words_for(tool.outcome(classes[index].sandbox, row.make, Layers::seccomp))
                    == words_for(row.outcomes[index]));
            }
}
