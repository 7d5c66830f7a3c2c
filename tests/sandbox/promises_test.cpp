// One row a promise: inside SANDBOX, as root and as an ordinary user, ATTEMPT ends in OUTCOME. The attempts are those of an
// attacker who runs code in the tool: raw system calls, not the toolkit's.

#include "catch.hpp"

#include "toolkit/sandbox.hpp"
#include "toolkit/workspace.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>

namespace fs = std::filesystem;

namespace {

constexpr int allowed = 0;
constexpr int trapped = -1; // seccomp ended the process
constexpr int root_descriptor = 10;

long attempt_open(int directory, const char* path, int flags, int mode = 0)
{
    open_how how {};
    how.flags = static_cast<std::uint64_t>(flags);
    how.mode = static_cast<std::uint64_t>(mode);
    return syscall(SYS_openat2, directory, path, &how, sizeof how);
}

long in_root(const char* path, int flags, int mode = 0)
{
    return attempt_open(root_descriptor, path, flags, mode);
}
long anywhere(const char* path, int flags, int mode = 0) { return attempt_open(AT_FDCWD, path, flags, mode); }

struct Row {
    const char* promise;
    Sandbox sandbox;
    int outcome;
    long (*attempt)();
};

constexpr Sandbox none {};
constexpr Sandbox reads {.workspace = Access::read};
constexpr Sandbox writes {.workspace = Access::write};
constexpr Sandbox moves {.workspace = Access::write, .links = Links::may_be_made};
constexpr Sandbox searches {.workspace = Access::read, .threads = Threads::many};

// clang-format off
const Row rows[] = {
    // What must be allowed, or the tools could not work.
    {"none: may read its input", none, allowed, [] { return read(STDIN_FILENO, nullptr, 0); }},
    {"none: may tell the time", none, allowed, [] { timespec now {}; return syscall(SYS_clock_gettime, CLOCK_REALTIME, &now); }},
    {"none: may allocate", none, allowed, [] { return std::malloc(64 << 20) != nullptr ? 0L : -1L; }},
    {"search: may start a thread", searches, allowed, [] { std::thread([] {}).join(); return 0L; }},
    {"read: may read in the workspace", reads, allowed, [] { return in_root("in.txt", O_RDONLY); }},
    {"read: may list the workspace", reads, allowed, [] {
         char entries[1024];
         return syscall(SYS_getdents64, in_root(".", O_RDONLY | O_DIRECTORY), entries, sizeof entries); }},
    {"write: may read in the workspace", writes, allowed, [] { return in_root("in.txt", O_RDONLY); }},
    {"write: may create", writes, allowed, [] { return in_root("new", O_WRONLY | O_CREAT, 0600); }},
    {"write: may truncate", writes, allowed, [] { return in_root("in.txt", O_WRONLY | O_TRUNC); }},
    {"write: may remove", writes, allowed, [] { return unlinkat(root_descriptor, "in.txt", 0) + 0L; }},
    {"write: may make a directory", writes, allowed, [] { return mkdirat(root_descriptor, "new", 0700) + 0L; }},
    {"write: may rename across directories", writes, allowed,
     [] { return renameat2(root_descriptor, "in.txt", root_descriptor, "dir/in.txt", RENAME_NOREPLACE) + 0L; }},
    {"move: may make a link", moves, allowed, [] { return syscall(SYS_symlinkat, "in.txt", root_descriptor, "x"); }},
    {"move: may move a link", moves, allowed, [] { return renameat2(root_descriptor, "link_out", root_descriptor, "dir/x", 0) + 0L; }},
    {"move: may set times", moves, allowed, [] { return syscall(SYS_utimensat, in_root("in.txt", O_WRONLY), nullptr, nullptr, 0); }},

    // Outside of the workspace.
    {"none: can't read outside", none, trapped, [] { return anywhere("/etc/passwd", O_RDONLY); }},
    {"none: can't read in a workspace", none, trapped, [] { return in_root("in.txt", O_RDONLY); }},
    {"none: can't list a workspace", none, trapped, [] { return in_root(".", O_RDONLY | O_DIRECTORY); }},
    {"read: can't read outside", reads, EACCES, [] { return anywhere("/etc/passwd", O_RDONLY); }},
    {"read: can't read a neighbour", reads, EACCES, [] { return in_root("../outside/secret", O_RDONLY); }},
    {"read: can't read through a link out", reads, EACCES, [] { return in_root("link_out/secret", O_RDONLY); }},
    {"read: can't list outside", reads, EACCES, [] { return anywhere("/", O_RDONLY | O_DIRECTORY); }},
    {"read: can't look into a process", reads, EACCES, [] { return anywhere("/proc/self/environ", O_RDONLY); }},
    {"write: can't read outside", writes, EACCES, [] { return anywhere("/etc/passwd", O_RDONLY); }},
    {"write: can't create outside", writes, EACCES, [] { return in_root("../outside/new", O_WRONLY | O_CREAT, 0600); }},
    {"write: can't write outside", writes, EACCES, [] { return in_root("../outside/secret", O_WRONLY); }},
    {"write: can't truncate outside", writes, EACCES, [] { return in_root("../outside/secret", O_WRONLY | O_TRUNC); }},
    {"write: can't remove outside", writes, EACCES, [] { return unlinkat(root_descriptor, "../outside/secret", 0) + 0L; }},
    {"write: can't move out", writes, EACCES, [] { return renameat2(root_descriptor, "in.txt", root_descriptor, "../outside/in.txt", 0) + 0L; }},
    {"write: can't move in", writes, EACCES, [] { return renameat2(root_descriptor, "../outside/secret", root_descriptor, "secret", 0) + 0L; }},
    {"write: can't link in", writes, EXDEV, [] { return linkat(root_descriptor, "../outside/secret", root_descriptor, "secret", 0) + 0L; }},
    {"write: can't make a directory outside", writes, EACCES, [] { return mkdirat(root_descriptor, "../outside/new", 0700) + 0L; }},

    // Reading is not writing.
    {"read: can't open to write", reads, EACCES, [] { return in_root("in.txt", O_WRONLY); }},
    {"read: can't truncate by opening", reads, EACCES, [] { return in_root("in.txt", O_RDONLY | O_TRUNC); }},
    {"read: can't create", reads, EACCES, [] { return in_root("new", O_WRONLY | O_CREAT, 0600); }},
    {"read: can't create a nameless file", reads, EACCES, [] { return in_root(".", O_WRONLY | O_TMPFILE, 0600); }},
    {"read: can't truncate by path", reads, trapped, [] { return syscall(SYS_truncate, "in.txt", 0); }},
    {"read: can't remove", reads, trapped, [] { return syscall(SYS_unlinkat, root_descriptor, "in.txt", 0); }},
    {"read: can't rename", reads, trapped, [] { return syscall(SYS_renameat2, root_descriptor, "in.txt", root_descriptor, "x", 0); }},
    {"read: can't make a directory", reads, trapped, [] { return syscall(SYS_mkdirat, root_descriptor, "x", 0700); }},
    {"read: can't change a mode", reads, trapped, [] { return syscall(SYS_fchmod, in_root("in.txt", O_RDONLY), 0777); }},
    {"read: can't set an attribute", reads, trapped, [] { return syscall(SYS_fsetxattr, in_root("in.txt", O_RDONLY), "user.x", "1", 1, 0); }},

    // What no file-system tool may make or change.
    {"write: can't make a link", writes, trapped, [] { return syscall(SYS_symlinkat, "/etc/passwd", root_descriptor, "x"); }},
    {"write: can't move a link", writes, EACCES, [] { return renameat2(root_descriptor, "link_out", root_descriptor, "dir/x", 0) + 0L; }},
    {"move: can't read through a link out", moves, EACCES, [] { return in_root("link_out/secret", O_RDONLY); }},
    {"move: can't make a link outside", moves, EACCES, [] { return syscall(SYS_symlinkat, "in.txt", root_descriptor, "../outside/x"); }},
    {"move: can't move a link out", moves, EACCES, [] { return renameat2(root_descriptor, "link_out", root_descriptor, "../outside/x", 0) + 0L; }},
    {"move: can't make a pipe or a device", moves, trapped, [] { return syscall(SYS_mknodat, root_descriptor, "x", S_IFIFO | 0600, 0); }},
    {"write: can't make a pipe or a device", writes, trapped, [] { return syscall(SYS_mknodat, root_descriptor, "x", S_IFIFO | 0600, 0); }},
    {"write: can't change a mode by path", writes, trapped, [] { return syscall(SYS_fchmodat, root_descriptor, "in.txt", 0777); }},
    {"write: can't change an owner by path", writes, trapped, [] { return syscall(SYS_fchownat, root_descriptor, "in.txt", 0, 0, 0); }},
    {"write: can't change times", writes, trapped, [] { return syscall(SYS_utimensat, root_descriptor, "in.txt", nullptr, 0); }},
    {"write: can't set an attribute by path", writes, trapped, [] { return syscall(SYS_setxattr, "in.txt", "user.x", "1", 1, 0); }},
    {"write: can't open by any call but openat2", writes, trapped, [] { return syscall(SYS_openat, root_descriptor, "in.txt", O_RDONLY); }},
    {"write: can't mount", writes, trapped, [] { return syscall(SYS_mount, "none", "/", "tmpfs", 0, nullptr); }},
    {"write: can't change its root", writes, trapped, [] { return syscall(SYS_chroot, "."); }},

    // Programs, memory and processes.
    {"write: can't run a program", writes, trapped, [] { return syscall(SYS_execve, "/bin/true", nullptr, nullptr); }},
    {"write: can't run an open program", writes, trapped, [] { return syscall(SYS_execveat, root_descriptor, "in.txt", nullptr, nullptr, 0); }},
    {"read: can't fork", reads, trapped, [] { return syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr); }},
    {"read: can't make a namespace", reads, trapped, [] { return syscall(SYS_unshare, 0x10000000 /* CLONE_NEWUSER */); }},
    {"read: can't start a thread", reads, trapped, [] { return syscall(SYS_clone, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND, nullptr, nullptr, nullptr, nullptr); }},
    {"search: can't fork", searches, trapped, [] { return syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr); }},
    {"search: can't make memory run", searches, trapped, [] { return syscall(SYS_mprotect, nullptr, 4096, PROT_EXEC); }},
    {"search: can't replace the violation handler", searches, trapped, [] { return syscall(SYS_rt_sigaction, SIGSYS, nullptr, nullptr, 8); }},
    {"search: can't fork by clone3", searches, ENOSYS, [] { return syscall(SYS_clone3, nullptr, 0); }},
    {"read: can't map memory to run it", reads, trapped,
     [] { return syscall(SYS_mmap, nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }},
    {"read: can't make memory run", reads, trapped, [] { return syscall(SYS_mprotect, nullptr, 4096, PROT_EXEC); }},
    {"read: can't signal a process", reads, trapped, [] { return syscall(SYS_kill, getppid(), SIGTERM); }},
    {"read: can't trace a process", reads, trapped, [] { return syscall(SYS_ptrace, PTRACE_ATTACH, 1, nullptr, nullptr); }},
    {"read: can't read another's memory", reads, trapped, [] { return syscall(SYS_process_vm_readv, 1, nullptr, 0, nullptr, 0, 0); }},
    {"read: can't take another's descriptor", reads, trapped, [] { return syscall(SYS_pidfd_open, 1, 0); }},
    {"read: can't raise a limit", reads, trapped, [] { return syscall(SYS_prlimit64, 0, 0, nullptr, nullptr); }},
    {"read: can't replace the violation handler", reads, trapped, [] { return syscall(SYS_rt_sigaction, SIGSYS, nullptr, nullptr, 8); }},
    {"read: can't filter again", reads, trapped, [] { return syscall(SYS_seccomp, 0, 0, nullptr); }},
    {"read: can't take back no_new_privs", reads, trapped, [] { return syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0); }},
    {"read: can't become another user", reads, trapped, [] { return syscall(SYS_setuid, 0); }},

    // The network, and other ways out.
    {"read: can't open a socket", reads, trapped, [] { return syscall(SYS_socket, AF_INET, SOCK_STREAM, 0); }},
    {"read: can't open a local socket", reads, trapped, [] { return syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0); }},
    {"read: can't use io_uring", reads, trapped, [] { return syscall(SYS_io_uring_setup, 1, nullptr); }},
    {"read: can't share memory", reads, trapped, [] { return syscall(SYS_shmget, IPC_PRIVATE, 4096, 0600); }},
    {"read: can't reach the keyring", reads, trapped, [] { return syscall(SYS_keyctl, 0, -3, 0, 0, 0); }},
    {"read: can't load BPF", reads, trapped, [] { return syscall(SYS_bpf, 0, nullptr, 0); }},
    {"read: can't type into a terminal", reads, trapped, [] { return syscall(SYS_ioctl, 0, 0x5412 /* TIOCSTI */, "x"); }},
    {"read: can't set flags of a descriptor", reads, trapped, [] { return syscall(SYS_fcntl, 0, F_SETFL, 0); }},
};
// clang-format on

void lay_out(const fs::path& scratch, uid_t user)
{
    fs::remove_all(scratch / "root");
    fs::remove_all(scratch / "outside");
    fs::create_directories(scratch / "root/dir");
    fs::create_directories(scratch / "outside");
    fs::create_symlink("../outside", scratch / "root/link_out");
    for (const char* name : {"root/in.txt", "outside/secret"})
        close(open((scratch / name).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    for (const char* name : {"", "root", "root/dir", "root/in.txt", "outside", "outside/secret"})
        REQUIRE(chown((scratch / name).c_str(), user, user) == 0);
}

[[noreturn]] void attempt_inside(const Row& row, const fs::path& scratch, uid_t user, int report)
{
    dup2(open("/dev/null", O_RDWR), STDERR_FILENO); // the line of the violation handler
    dup2(open((scratch / "root").c_str(), O_PATH | O_DIRECTORY), root_descriptor);
    if (user != 0 && (setgid(user) != 0 || setuid(user) != 0))
        _exit(2);
    try {
        enter(row.sandbox, File(dup(root_descriptor)), Confinement::landlock);
    } catch (...) {
        _exit(2);
    }
    const int outcome = row.attempt() < 0 ? errno : allowed;
    (void)!write(report, &outcome, sizeof outcome);
    _exit(0);
}

int outcome_of(const Row& row, const fs::path& scratch, uid_t user)
{
    lay_out(scratch, user);
    int report[2];
    REQUIRE(pipe(report) == 0);
    const pid_t child = fork();
    if (child == 0)
        attempt_inside(row, scratch, user, report[1]);
    close(report[1]);
    int outcome = trapped;
    (void)!read(report[0], &outcome, sizeof outcome);
    close(report[0]);
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE((WIFEXITED(status) && WEXITSTATUS(status) != 2)); // the sandbox was entered
    return outcome;
}

void check_rows(uid_t user)
{
    std::string name = fs::temp_directory_path() / "promises.XXXXXX";
    const fs::path scratch = mkdtemp(name.data());
    for (const Row& row : rows) {
        CAPTURE(row.promise, user);
        CHECK(outcome_of(row, scratch, user) == row.outcome);
    }
    fs::remove_all(scratch);
}

}

TEST_CASE("the sandbox keeps its promises to an ordinary user")
{
    constexpr uid_t nobody = 65534;
    check_rows(geteuid() == 0 ? nobody : geteuid());
}

TEST_CASE("the sandbox keeps its promises to root")
{
    if (geteuid() == 0)
        check_rows(0);
    else
        WARN("not root: the rows ran as an ordinary user only");
}
