#pragma once

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
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>

// What the attempts of a tool that was taken over have in common. Raw system calls, not the
// toolkit's.

inline long open_by_openat2(int directory, const char* path, int flags)
{
    open_how how {};
    how.flags = static_cast<std::uint64_t>(flags);
    how.mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? 0600 : 0;
    return syscall(SYS_openat2, directory, path, &how, sizeof how);
}

// What only reads has openat alone, and not from the working directory.
inline bool opens_by_openat = false;
inline int workspace = AT_FDCWD;

inline long open_at(int directory, const char* path, int flags)
{
    return opens_by_openat ? syscall(SYS_openat, directory, path, flags, 0600)
                           : open_by_openat2(directory, path, flags);
}

inline long inside(const char* path, int flags) { return open_at(workspace, path, flags); }

// A descriptor by which nothing can be read.
inline int nameless(const char* path) { return static_cast<int>(inside(path, O_PATH)); }

inline long reopen_by_proc()
{
    const std::string path = "/proc/self/fd/" + std::to_string(nameless("../outside/secret"));
    return inside(path.c_str(), O_RDONLY);
}

inline long list_workspace()
{
    char entries[1024];
    return syscall(SYS_getdents64, inside(".", O_RDONLY | O_DIRECTORY), entries, sizeof entries);
}

inline long look_at(long descriptor)
{
    struct stat status { };
    return syscall(SYS_newfstatat, descriptor, "", &status, AT_EMPTY_PATH);
}

inline long look_at_name(const char* path)
{
    struct stat status { };
    return syscall(SYS_newfstatat, AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW);
}

inline long rename_to(const char* from, const char* to)
{
    return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

inline long link_to(const char* from, const char* to)
{
    return syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

inline long link_by_descriptor()
{
    return syscall(SYS_linkat, nameless("../outside/secret"), "", AT_FDCWD, "new", AT_EMPTY_PATH);
}

inline long set_times(int directory, const char* path)
{
    return syscall(SYS_utimensat, directory, path, nullptr, 0);
}

// A filter sees 32 bits at once: those of this address that it might look at are all 0.
inline long set_times_by_far_address()
{
    constexpr std::uintptr_t far = 1UL << 45;
    auto* const page = reinterpret_cast<char*>(mmap(reinterpret_cast<void*>(far), 4096,
        PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0));
    if (page != reinterpret_cast<char*>(far))
        return -1;
    constexpr char path[] = "../outside/secret";
    std::copy(std::begin(path), std::end(path), page);
    return set_times(AT_FDCWD, page);
}

inline long start_thread()
{
    std::thread([] {}).join();
    return 0;
}

inline long fork_by_clone(unsigned long flags)
{
    const long child = syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr);
    if (child == 0)
        _exit(0);
    return child;
}

inline long map_to_run(int protection)
{
    return syscall(SYS_mmap, nullptr, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

inline void* own_page()
{
    return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

// Old calls, which newer machines have no numbers for: there stands one in for each that is denied
// as they are.
#ifdef __x86_64__
constexpr long old_open = SYS_open;
constexpr long old_creat = SYS_creat;
constexpr long old_vfork = SYS_vfork;
#else
constexpr long old_open = SYS_openat;
constexpr long old_creat = SYS_openat;
constexpr long old_vfork = SYS_execve;
#endif
inline long of_x86(long call, const char* path, int first, int second)
{
    return syscall(call, path, first, second);
}

#ifdef __x86_64__
inline long getpid_of_i386()
{
    long result = 20;
    asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    return result;
}
#endif
