#include "frontends/screen/enclosure.hpp"

#include "toolkit/sandbox/seccomp.hpp"
#include "toolkit/system/error.hpp"

#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <vector>

namespace frontends::screen {

using namespace toolkit;
using sandbox::seccomp::Rule;

static std::vector<Rule> rules_of_screen()
{
    using namespace sandbox::seccomp;
    const auto executable = [](int call, int argument) {
        return Rule {call, allow(), {{argument, Test::has_any_bit, PROT_EXEC, fail(EPERM)}}};
    };
    std::vector<Rule> rules {
        {SYS_ioctl, fail(EPERM),
            {{1, Test::equals, TCGETS, allow()}, {1, Test::equals, TCSETS, allow()},
                {1, Test::equals, TCSETSW, allow()}, {1, Test::equals, TCSETSF, allow()},
                {1, Test::equals, TIOCGWINSZ, allow()}}},
        executable(SYS_mmap, 2),
        executable(SYS_mprotect, 2),
    };
    for (const int call :
        {SYS_read, SYS_write, SYS_writev, SYS_close, SYS_ppoll, SYS_brk, SYS_munmap, SYS_mremap,
            SYS_madvise, SYS_futex, SYS_clock_gettime, SYS_gettimeofday, SYS_restart_syscall,
            SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_sigaltstack, SYS_getpid,
            SYS_gettid, SYS_getrandom, SYS_sched_yield, SYS_exit, SYS_exit_group})
        rules.push_back({call, allow()});
#ifdef SYS_poll
    rules.push_back({SYS_poll, allow()});
#endif
    return rules;
}

void lock_in()
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw system::system_error("cannot set no_new_privs");
    sandbox::seccomp::install(rules_of_screen(), sandbox::seccomp::fail(EPERM));
}

}
