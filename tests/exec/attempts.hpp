#pragma once

#include "scene.hpp"

#include <fcntl.h>
#include <linux/btrfs.h>
#include <linux/fs.h>
#include <mqueue.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

using namespace toolkit::system;

// Each tries one thing, and says its errno.

inline int opening(const std::string& path, int flags)
{
    return error_of(open(path.c_str(), flags, 0600));
}
inline std::string proc(pid_t process, const char* name)
{
    return "/proc/" + std::to_string(process) + "/" + name;
}
// Where root needs a capability, another user is told so by the file's mode: both are a refusal.
inline int either(int error) { return error == EACCES ? EPERM : error; }

inline int read_inside(const Scene& scene) { return opening(scene.in_workspace("file"), O_RDONLY); }
inline int read_outside(const Scene& scene) { return opening(scene.outside("file"), O_RDONLY); }
inline int write_inside(const Scene& scene)
{
    return opening(scene.in_workspace("file"), O_WRONLY | O_TRUNC);
}
inline int read_inside_by_directory(const Scene& scene)
{
    const File directory(open(scene.in_workspace("").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory)
        return errno;
    return error_of(openat(directory.descriptor(), "file", O_RDONLY | O_CLOEXEC));
}
inline int read_stdin(const Scene&)
{
    char byte = 0;
    return error_of(read(STDIN_FILENO, &byte, 1));
}
inline int reopen_stdin_to_write(const Scene&) { return opening("/proc/self/fd/0", O_WRONLY); }
inline int truncate_inside(const Scene& scene)
{
    return error_of(truncate(scene.in_workspace("file").c_str(), 0));
}
inline int chmod_inside(const Scene& scene)
{
    return error_of(chmod(scene.in_workspace("file").c_str(), 0600));
}
inline int touch_inside(const Scene& scene)
{
    return error_of(utimensat(AT_FDCWD, scene.in_workspace("file").c_str(), nullptr, 0));
}
inline int change_flags(const std::string& path)
{
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    const int flags = 0;
    return error_of(ioctl(file.descriptor(), FS_IOC_SETFLAGS, &flags));
}
inline int chattr_inside(const Scene& scene) { return change_flags(scene.in_workspace("file")); }
inline int chattr_outside(const Scene& scene) { return change_flags(scene.outside("file")); }
inline int snapshot_workspace(const Scene& scene)
{
    const File directory(open(scene.in_workspace("").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    btrfs_ioctl_vol_args_v2 arguments {};
    arguments.fd = directory.descriptor();
    return error_of(ioctl(directory.descriptor(), BTRFS_IOC_SNAP_CREATE_V2, &arguments));
}
inline int write_hard_link_outside(const Scene& scene)
{
    return opening(scene.in_workspace("other-name"), O_WRONLY);
}
inline int write_temporary(const Scene& scene)
{
    return opening(scene.temporary + "/made", O_WRONLY | O_CREAT);
}
inline int write_beside_temporary(const Scene& scene)
{
    return opening(scene.temporary + "-beside", O_WRONLY | O_CREAT);
}
inline int write_outside(const Scene& scene) { return opening(scene.outside("file"), O_WRONLY); }
inline int write_by_link(const Scene& scene)
{
    return opening(scene.in_workspace("link"), O_WRONLY);
}
inline int write_by_proc(const Scene& scene)
{
    return opening("/proc/self/root" + scene.outside("file"), O_WRONLY);
}
inline int make_outside(const Scene& scene)
{
    return opening(scene.outside("new"), O_WRONLY | O_CREAT);
}
inline int truncate_outside(const Scene& scene)
{
    return error_of(truncate(scene.outside("file").c_str(), 0));
}
inline int truncate_by_opening(const Scene& scene)
{
    return opening(scene.outside("file"), O_RDONLY | O_TRUNC);
}
inline int remove_outside(const Scene& scene)
{
    return error_of(unlink(scene.outside("file").c_str()));
}
inline int move_in(const Scene& scene)
{
    return error_of(rename(scene.outside("file").c_str(), scene.in_workspace("new").c_str()));
}
inline int move_out(const Scene& scene)
{
    return error_of(rename(scene.in_workspace("file").c_str(), scene.outside("file").c_str()));
}
inline int link_in(const Scene& scene)
{
    return error_of(link(scene.outside("file").c_str(), scene.in_workspace("new").c_str()));
}
inline int mkdir_outside(const Scene& scene)
{
    return error_of(mkdir(scene.outside("new").c_str(), 0700));
}
inline int mkfifo_outside(const Scene& scene)
{
    return error_of(mkfifo(scene.outside("new").c_str(), 0600));
}
inline int chmod_outside(const Scene& scene)
{
    return error_of(chmod(scene.outside("file").c_str(), 0600));
}

inline int read_home(const Scene& scene) { return opening(scene.home("notes"), O_RDONLY); }
inline int read_key(const Scene& scene) { return opening(scene.home(".ssh/id"), O_RDONLY); }
inline int read_key_by_proc(const Scene& scene)
{
    return opening("/proc/self/root" + scene.home(".ssh/id"), O_RDONLY);
}
inline int read_key_by_link(const Scene& scene)
{
    if (symlink(scene.home(".ssh").c_str(), scene.in_workspace("keys").c_str()) != 0)
        return -1;
    return opening(scene.in_workspace("keys/id"), O_RDONLY);
}
inline int read_key_at(const Scene& scene)
{
    const File directory(open(scene.home(".ssh").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    return error_of(openat(directory.descriptor(), "id", O_RDONLY));
}
inline int stat_key(const Scene& scene)
{
    struct stat status { };
    return error_of(stat(scene.home(".ssh/id").c_str(), &status));
}
inline int read_session(const Scene& scene)
{
    return opening(scene.home(".local/state/agentcli/session"), O_RDONLY);
}
inline int read_settings(const Scene& scene)
{
    return opening(scene.home(".config/agentcli/config.json"), O_RDONLY);
}
inline int read_own_cache(const Scene& scene)
{
    return opening(scene.home("cache/agentcli/answer"), O_RDONLY);
}

inline int write_null(const Scene&) { return opening("/dev/null", O_WRONLY); }
// They are the machine's: who owns them could close them to all others.
inline int touch_null(const Scene&)
{
    return error_of(utimensat(AT_FDCWD, "/dev/null", nullptr, 0));
}
inline int read_random(const Scene&) { return opening("/dev/urandom", O_RDONLY); }
inline int open_terminal(const Scene&) { return opening("/dev/tty", O_RDWR); }
inline int open_ptmx(const Scene&) { return opening("/dev/ptmx", O_RDWR); }
inline int open_shared_memory(const Scene&)
{
    return opening("/dev/shm/exec-promise", O_RDWR | O_CREAT);
}
inline int write_core_pattern(const Scene&)
{
    return opening("/proc/sys/kernel/core_pattern", O_WRONLY);
}

// Of a type that the family has.
template<int family>
int socket_of(const Scene&)
{
    constexpr int type = family == AF_ALG             ? SOCK_SEQPACKET
        : family == AF_PACKET || family == AF_NETLINK ? SOCK_RAW
                                                      : SOCK_STREAM;
    return error_of(socket(family, type, 0));
}

template<int type>
int pair_of(const Scene&)
{
    int ends[2];
    return error_of(socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends));
}

inline int signal_child(const Scene&)
{
    const pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    const int error = error_of(kill(child, SIGKILL));
    waitpid(child, nullptr, 0);
    return error;
}
inline int signal_supervisor(const Scene& scene) { return error_of(kill(scene.supervisor, 0)); }
inline int signal_tool(const Scene& scene) { return error_of(kill(scene.tool, 0)); }
inline int trace_supervisor(const Scene& scene)
{
    return error_of(ptrace(PTRACE_SEIZE, scene.supervisor, nullptr, nullptr));
}
inline int read_supervisors_memory(const Scene& scene)
{
    char byte = 0;
    const iovec here {&byte, 1};
    const iovec there {const_cast<Scene*>(&scene), 1};
    return error_of(process_vm_readv(scene.supervisor, &here, 1, &there, 1, 0));
}
inline int open_supervisors_memory(const Scene& scene)
{
    return opening(proc(scene.supervisor, "mem"), O_RDONLY);
}
inline int open_supervisors_environment(const Scene& scene)
{
    return opening(proc(scene.supervisor, "environ"), O_RDONLY);
}
inline int look_at_supervisors_descriptors(const Scene& scene)
{
    char target[16];
    return error_of(readlink(proc(scene.supervisor, "fd/0").c_str(), target, sizeof target));
}
inline int take_supervisors_descriptor(const Scene& scene)
{
    const long supervisor = syscall(SYS_pidfd_open, scene.supervisor, 0);
    return error_of(syscall(SYS_pidfd_getfd, supervisor, 0, 0));
}
inline int limit_supervisor(const Scene& scene)
{
    rlimit limit {};
    return error_of(prlimit(scene.supervisor, RLIMIT_NOFILE, nullptr, &limit));
}
inline int slow_supervisor(const Scene& scene)
{
    return error_of(setpriority(PRIO_PROCESS, static_cast<id_t>(scene.supervisor), 19));
}
inline int limit_itself(const Scene&)
{
    rlimit limit {};
    return error_of(getrlimit(RLIMIT_NOFILE, &limit)) != 0
        ? errno
        : error_of(setrlimit(RLIMIT_NOFILE, &limit));
}
// 0 where a crash would leave a core nowhere, neither in a file nor with the program of
// core_pattern.
inline int leave_a_core(const Scene&)
{
    rlimit limit {};
    return getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_cur == 1 && limit.rlim_max == 1
        ? 0
        : EFBIG;
}
inline int trace_child(const Scene&)
{
    const pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    const int error = error_of(ptrace(PTRACE_SEIZE, child, nullptr, nullptr));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return error;
}

inline int mount_something(const Scene& scene)
{
    return error_of(mount("none", scene.in_workspace("").c_str(), "tmpfs", 0, nullptr));
}
inline int unshare_user(const Scene&) { return error_of(unshare(CLONE_NEWUSER)); }
inline int clone_user(const Scene&)
{
    const long child
        = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (child == 0)
        _exit(0);
    return error_of(child);
}
inline int clone3_anything(const Scene&) { return error_of(syscall(SYS_clone3, nullptr, 0)); }
inline int use_io_uring(const Scene&) { return error_of(syscall(SYS_io_uring_setup, 1, nullptr)); }
inline int use_keyring(const Scene&) { return error_of(syscall(SYS_keyctl, 0, 0, 0)); }
inline int use_bpf(const Scene&) { return error_of(syscall(SYS_bpf, 0, nullptr, 0)); }
inline int open_by_handle(const Scene&)
{
    return error_of(syscall(SYS_open_by_handle_at, AT_FDCWD, nullptr, 0));
}
inline int use_shared_memory(const Scene&) { return error_of(shmget(IPC_PRIVATE, 4096, 0600)); }
inline int use_message_queue(const Scene&) { return error_of(mq_open("/exec-promise", O_RDONLY)); }
inline int type_into_terminal(const Scene&) { return error_of(ioctl(STDIN_FILENO, TIOCSTI, "x")); }
inline int type_with_high_bits(const Scene&)
{
    return error_of(syscall(SYS_ioctl, STDIN_FILENO, 0xffffffff00000000UL | TIOCSTI, "x"));
}
inline int make_device(const Scene& scene)
{
    return either(
        error_of(mknod(scene.in_workspace("null").c_str(), S_IFCHR | 0600, makedev(1, 3))));
}
// In a namespace that does not know the other user, the number is not valid.
inline int or_unknown(int error) { return error == EINVAL ? EPERM : error; }
inline int give_file_away(const Scene& scene)
{
    return or_unknown(error_of(chown(scene.in_workspace("file").c_str(), 1, 1)));
}
inline int become_root_again(const Scene&)
{
    return or_unknown(error_of(setuid(getuid() == 0 ? 1 : 0)));
}
inline int run_true(const Scene&)
{
    execl("/bin/true", "true", nullptr);
    return errno;
}
