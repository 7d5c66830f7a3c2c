#include "frontends/serve/enclosure.hpp"

#include "toolkit/sandbox/landlock.hpp"
#include "toolkit/sandbox/seccomp.hpp"
#include "toolkit/system/error.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <vector>

namespace frontends::serve {

namespace landlock = sandbox::landlock;
using sandbox::seccomp::Rule;

static void keep_state_alone(const File& state, const File& sessions)
{
    landlock::Ruleset rules;
    const std::uint64_t wanted = landlock::read_file | landlock::write_file | landlock::read_dir
        | landlock::make_dir | landlock::make_reg | landlock::remove_file | landlock::remove_dir
        | landlock::truncate;
    rules.allow(state, wanted);
    rules.allow(sessions, wanted);
    rules.enforce();
}

static constexpr int calls_of_front[] = {
    SYS_read,
    SYS_write,
    SYS_pread64,
    SYS_close,
    SYS_lseek,
    SYS_fstat,
    SYS_newfstatat,
    SYS_openat,
    SYS_openat2,
    SYS_mkdirat,
    SYS_unlinkat,
    SYS_renameat2,
    SYS_getdents64,
    SYS_ftruncate,
    SYS_flock,
    SYS_fsync,
    SYS_fdatasync,
    SYS_fcntl,
    SYS_accept4,
    SYS_recvfrom,
    SYS_recvmsg,
    SYS_sendto,
    SYS_sendmsg,
    SYS_shutdown,
    SYS_setsockopt,
    SYS_getsockopt,
    SYS_getsockname,
    SYS_ppoll,
    SYS_epoll_create1,
    SYS_epoll_ctl,
    SYS_epoll_pwait,
    SYS_brk,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_futex,
    SYS_clock_gettime,
    SYS_restart_syscall,
    SYS_rt_sigreturn,
    SYS_rt_sigprocmask,
    SYS_rt_sigaction,
    SYS_geteuid,
    SYS_getpid,
    SYS_getrandom,
    SYS_exit,
    SYS_exit_group,
#ifdef SYS_poll
    SYS_poll,
#endif
#ifdef SYS_epoll_wait
    SYS_epoll_wait,
#endif
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SANITIZED
    SYS_sigaltstack,
    SYS_gettid,
    SYS_getuid,
    SYS_getppid,
    SYS_uname,
    SYS_sched_yield,
    SYS_readlink,
#endif
};

static std::vector<Rule> rules_of_front()
{
    using namespace sandbox::seccomp;
    const auto executable = [](int call, int argument) {
        return Rule {call, allow(), {{argument, Test::has_any_bit, PROT_EXEC, fail(EPERM)}}};
    };
    std::vector<Rule> rules {executable(SYS_mmap, 2), executable(SYS_mprotect, 2)};
    for (const int call : calls_of_front)
        rules.push_back({call, allow()});
    return rules;
}

void lock_in_front(const File& state, const File& sessions)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw ToolError(Code::sandbox_unavailable, "cannot set no_new_privs");
    keep_state_alone(state, sessions);
    sandbox::seccomp::install(rules_of_front(), sandbox::seccomp::fail(EPERM));
}

}
