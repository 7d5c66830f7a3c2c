#pragma once

#include "attempts.hpp"

#include <sys/file.h>

#include <ctime>
#include <string>

using namespace toolkit::system;

// Attempts on what all processes of a machine, or of its user, share.

inline int write_pipe_outside(const Scene& scene)
{
    return opening(scene.outside("pipe"), O_WRONLY | O_NONBLOCK);
}
inline int drop_caches(const Scene&) { return opening("/proc/sys/vm/drop_caches", O_WRONLY); }
inline int trigger_crash(const Scene&) { return opening("/proc/sys/kernel/panic", O_WRONLY); }
inline int read_names_of_keys(const Scene&) { return opening("/proc/keys", O_RDONLY); }

inline int lock_outside(const Scene& scene)
{
    const File file(open(scene.outside("file").c_str(), O_RDONLY | O_CLOEXEC));
    return error_of(flock(file.descriptor(), LOCK_EX | LOCK_NB));
}
inline int lease_outside(const Scene& scene)
{
    const File file(open(scene.outside("file").c_str(), O_RDONLY | O_CLOEXEC));
    return error_of(fcntl(file.descriptor(), F_SETLEASE, F_RDLCK));
}

// The supervisor would die of it, and its tool say so.
inline int signal_by_owner(const Scene& scene)
{
    int ends[2];
    if (pipe(ends) != 0 || fcntl(ends[0], F_SETOWN, scene.supervisor) != 0
        || fcntl(ends[0], F_SETSIG, SIGKILL) != 0 || fcntl(ends[0], F_SETFL, O_ASYNC) != 0)
        return errno;
    const int error = write(ends[1], "x", 1) == 1 ? 0 : errno;
    usleep(1000);
    return error;
}

inline int move_workspace(const Scene& scene)
{
    std::string from = scene.in_workspace("");
    from.pop_back();
    return error_of(rename(from.c_str(), scene.outside("away").c_str()));
}
inline int make_set_user_id(const Scene& scene)
{
    return error_of(chmod(scene.in_workspace("file").c_str(), S_ISUID | S_IRWXU));
}

inline int connect_to_local_service(const Scene& scene, int socket)
{
    const sockaddr_un address = scene.local_address();
    return error_of(connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address));
}
inline int use_local_service(const Scene& scene)
{
    const File client(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    return client ? connect_to_local_service(scene, client.descriptor()) : errno;
}
template<int type>
int reconnect_pair(const Scene& scene)
{
    int ends[2];
    return socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends) != 0
        ? errno
        : connect_to_local_service(scene, ends[0]);
}
inline int reconnect_half(const Scene& scene)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return errno;
    shutdown(ends[0], SHUT_RDWR);
    close(ends[1]);
    return connect_to_local_service(scene, ends[0]);
}
inline int listen_on_pair(const Scene&)
{
    int ends[2];
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0
        ? errno
        : error_of(listen(ends[0], 1));
}

inline int signal_by_timer(const Scene& scene)
{
    sigevent event {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = SIGKILL;
    event._sigev_un._tid = scene.supervisor;
    int timer = 0;
    return error_of(syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer));
}
inline int wait_for_tool(const Scene& scene)
{
    return error_of(waitpid(scene.tool, nullptr, WNOHANG));
}
inline int take_terminal(const Scene&) { return error_of(ioctl(STDIN_FILENO, TIOCSCTTY, 1)); }
inline int look_at_supervisors_namespace(const Scene& scene)
{
    return opening(proc(scene.supervisor, "ns/user"), O_RDONLY);
}
inline int blame_supervisor(const Scene& scene)
{
    return opening(proc(scene.supervisor, "oom_score_adj"), O_WRONLY);
}
inline int blame_itself(const Scene&) { return opening("/proc/self/oom_score_adj", O_WRONLY); }
inline int set_version_outside(const Scene& scene)
{
    const File file(open(scene.outside("file").c_str(), O_RDONLY | O_CLOEXEC));
    const long version = 1;
    return error_of(ioctl(file.descriptor(), 0x40086604 /* EXT4_IOC_SETVERSION */, &version));
}
inline int read_device_outside(const Scene& scene)
{
    return opening(scene.outside("zero"), O_RDONLY);
}

inline int read_slabs(const Scene&) { return opening("/proc/slabinfo", O_RDONLY); }
inline int read_pages(const Scene&) { return opening("/proc/kpagecount", O_RDONLY); }
inline int read_slabs_of_sys(const Scene&)
{
    return opening("/sys/kernel/slab/task_struct/slabs", O_RDONLY);
}

// So many bytes in each of the two directories that are in memory.
template<long bytes>
int fill(const Scene&)
{
    for (const char* path : {"/tmp/filled", "/dev/shm/filled"}) {
        const File file(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
        if (!file)
            return errno;
        const std::string zeros(bytes, '\0');
        if (write(file.descriptor(), zeros.data(), zeros.size()) != bytes)
            return ENOSPC;
    }
    return 0;
}
template<int count>
int make_files(const Scene&)
{
    for (int number = 0; number < count; ++number)
        if (const int error = opening("/dev/shm/" + std::to_string(number), O_WRONLY | O_CREAT))
            return error;
    return 0;
}
template<long bytes>
int make_segment(const Scene&)
{
    return error_of(shmget(IPC_PRIVATE, bytes, 0600));
}
