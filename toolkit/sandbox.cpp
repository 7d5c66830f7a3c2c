#include "toolkit/sandbox.hpp"

#include "toolkit/error.hpp"
#include "toolkit/landlock.hpp"
#include "toolkit/seccomp.hpp"

#include <fcntl.h>
#include <linux/sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

namespace {

using seccomp::allow;
using seccomp::fail;
using seccomp::Rule;
using seccomp::Test;
using seccomp::trap;

// The whole vocabulary of a tool that reads beneath one root, and of the C library under it. No socket, no
// exec, no open but openat2; the handler below can't be replaced.
constexpr int reading_calls[] = {SYS_read, SYS_write, SYS_close, SYS_fstat, SYS_lseek, SYS_munmap, SYS_brk,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_pread64, SYS_readv, SYS_writev, SYS_sched_yield, SYS_mremap,
    SYS_madvise, SYS_getpid, SYS_gettid, SYS_exit, SYS_exit_group, SYS_futex, SYS_sched_getaffinity,
    SYS_getdents64, SYS_fadvise64, SYS_clock_gettime, SYS_readlinkat, SYS_set_robust_list, SYS_getrandom,
    SYS_rseq, SYS_openat2};

constexpr int writing_calls[] = {SYS_pwrite64, SYS_ftruncate, SYS_fsync, SYS_fdatasync, SYS_fchmod,
    SYS_fchown, SYS_renameat2, SYS_linkat, SYS_unlinkat, SYS_mkdirat, SYS_faccessat2, SYS_flistxattr,
    SYS_fgetxattr, SYS_fsetxattr, SYS_flock, SYS_setitimer, SYS_dup, SYS_copy_file_range};

#ifdef __SANITIZE_ADDRESS__
// What the sanitizers' own runtime needs when it starts a thread or ends.
constexpr int sanitizer_calls[] = {SYS_sigaltstack, SYS_getppid, SYS_getuid, SYS_uname};
#endif

std::vector<Rule> rules_for(Access access)
{
    const auto test = [](int argument, Test::Op op, std::uint32_t value, seccomp::Verdict verdict) {
        return Test {argument, op, value, verdict};
    };
    std::vector<Rule> rules {
        {SYS_mmap, allow(), {test(2, Test::has_any_bit, PROT_EXEC, trap())}},
        {SYS_mprotect, allow(), {test(2, Test::has_any_bit, PROT_EXEC, trap())}},
        {SYS_clone, trap(), {test(0, Test::has_all_bits, CLONE_VM | CLONE_THREAD, allow())}},
        {SYS_clone3, fail(ENOSYS)}, // its flags are behind a pointer; the C library falls back to clone
        {SYS_newfstatat, trap(),
            {test(3, Test::has_any_bit, AT_EMPTY_PATH, allow())}}, // the C library's fstat
        {SYS_fcntl, trap(),
            {test(1, Test::equals, F_GETFD, allow()), test(1, Test::equals, F_GETFL, allow())}},
        // The C library installs handlers for its own two signals with the first thread.
        {SYS_rt_sigaction, trap(), {test(0, Test::equals, 32, allow()), test(0, Test::equals, 33, allow())}},
        {SYS_ioctl, fail(ENOTTY)},
        {SYS_prlimit64, fail(EPERM)},
    };
    for (const int call : reading_calls)
        rules.push_back({call, allow()});
    if (access == Access::write)
        for (const int call : writing_calls)
            rules.push_back({call, allow()});
#ifdef SYS_renameat // the C library's renameat2 without flags, where the machine has it
    if (access == Access::write)
        rules.push_back({SYS_renameat, allow()});
#endif
#ifdef __SANITIZE_ADDRESS__
    for (const int call : sanitizer_calls)
        rules.push_back({call, allow()});
#endif
    return rules;
}

// Async-signal-safe: it may interrupt anything, also the allocator.
void on_violation(int /*signal*/, siginfo_t* info, void* /*context*/)
{
    char digits[12];
    std::size_t at = sizeof digits;
    int number = info->si_syscall;
    do {
        digits[--at] = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number > 0);
    const auto say = [](std::string_view text) { (void)!write(STDERR_FILENO, text.data(), text.size()); };
    say("{\"error\":\"the sandbox stopped the tool at system call ");
    say({digits + at, sizeof digits - at});
    say("\",\"code\":\"INTERNAL\"}\n");
    _exit(1);
}

void catch_violations()
{
    struct sigaction action { };
    action.sa_sigaction = on_violation;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigaction(SIGSYS, &action, nullptr);
}

std::uint64_t rights_for(Access access)
{
    using namespace landlock;
    constexpr std::uint64_t reading = read_file | read_dir;
    switch (access) {
    case Access::none: return 0;
    case Access::read: return reading;
    case Access::write:
        return reading | write_file | landlock::truncate | make_reg | make_dir | remove_file | remove_dir
            | refer;
    }
    return 0;
}

}

void enter(const Sandbox& sandbox, const File& root, Confinement confinement)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw ToolError(Code::sandbox_unavailable,
            std::string("the sandbox can't be had: no_new_privs: ") + std::strerror(errno));
    if (confinement == Confinement::landlock) {
        landlock::Ruleset ruleset;
        if (sandbox.workspace != Access::none)
            ruleset.allow(root, rights_for(sandbox.workspace));
        ruleset.enforce();
    }
    catch_violations();
    seccomp::install(rules_for(sandbox.workspace), trap());
}
