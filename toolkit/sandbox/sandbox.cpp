#include "toolkit/sandbox/sandbox.hpp"

#include "toolkit/sandbox/landlock.hpp"
#include "toolkit/sandbox/seccomp.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <linux/sched.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <span>
#include <string_view>

namespace toolkit::sandbox {

namespace {

using seccomp::allow;
using seccomp::fail;
using seccomp::Rule;
using seccomp::Test;
using seccomp::trap;

// The calls of a tool that uses no files, and of the C library for it. Fewer calls are not only
// safer: the size of the filter is most of the sandbox's cost. ppoll is for a stdin or stdout that
// is non-blocking. There is no socket, execve or ioctl, and the signal handler below cannot be
// replaced.
constexpr int basic_calls[] = {SYS_read, SYS_write, SYS_ppoll, SYS_close, SYS_brk, SYS_munmap,
    SYS_mremap, SYS_madvise, SYS_futex, SYS_clock_gettime, SYS_getrandom, SYS_rt_sigprocmask,
    SYS_rt_sigreturn, SYS_exit_group};

constexpr int reading_calls[] = {SYS_fstat, SYS_lseek, SYS_pread64, SYS_getdents64, SYS_readlinkat};

constexpr int writing_calls[]
    = {SYS_openat2, SYS_pwrite64, SYS_ftruncate, SYS_fsync, SYS_fdatasync, SYS_fchmod, SYS_fchown,
        SYS_renameat2, SYS_linkat, SYS_unlinkat, SYS_mkdirat, SYS_faccessat2, SYS_flistxattr,
        SYS_fgetxattr, SYS_fsetxattr, SYS_flock, SYS_setitimer, SYS_dup, SYS_copy_file_range,
#ifdef SYS_renameat // renameat2 of the C library without flags, on machines that have this call
        SYS_renameat
#endif
};

// Only IP sockets can be made (add_network_rules()). The waiting calls are those of Boost.Asio and
// the C library.
constexpr int network_calls[] = {
    SYS_connect,
    SYS_getsockopt,
    SYS_setsockopt,
    SYS_getsockname,
    SYS_getpeername,
    SYS_recvfrom,
    SYS_recvmsg,
    SYS_shutdown,
    SYS_epoll_create1,
    SYS_epoll_ctl,
    SYS_epoll_pwait,
    SYS_eventfd2,
    SYS_timerfd_create,
    SYS_timerfd_settime,
    SYS_fstat,
    SYS_newfstatat,
    SYS_lseek,
    SYS_uname,
#ifdef SYS_epoll_wait
    SYS_epoll_wait,
#endif
#ifdef SYS_poll
    SYS_poll,
#endif
};

// The files that the C library reads to look up a name (nsswitch.conf(5), resolver(5),
// gai.conf(5)).
constexpr const char* files_of_lookups[]
    = {"/etc/nsswitch.conf", "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/gai.conf"};
constexpr std::uint16_t dns_port = 53;

constexpr int threading_calls[] = {SYS_exit, SYS_gettid, SYS_getpid, SYS_sched_getaffinity,
    SYS_sched_yield, SYS_set_robust_list, SYS_rseq};

#ifdef SANITIZED
// Calls of the sanitizers' runtime.
constexpr int sanitizer_calls[] = {SYS_sigaltstack, SYS_getppid, SYS_getuid, SYS_uname, SYS_getpid,
    SYS_gettid, SYS_sched_yield, SYS_close};
#endif

class Rules {
public:
    std::vector<Rule> rules;

    void add(std::span<const int> calls)
    {
        for (const int call : calls)
            if (std::none_of(rules.begin(), rules.end(),
                    [&](const Rule& rule) { return rule.call == call; }))
                rules.push_back({call, allow()});
    }
};

Test test(int argument, Test::Op op, std::uint32_t value, seccomp::Verdict verdict)
{
    return {argument, op, value, verdict};
}

void add_thread_rules(Rules& rules)
{
    rules.rules.insert(rules.rules.end(),
        {{SYS_mprotect, allow(), {test(2, Test::has_any_bit, PROT_EXEC, trap())}},
            {SYS_clone, trap(), {test(0, Test::has_all_bits, CLONE_VM | CLONE_THREAD, allow())}},
            {SYS_clone3,
                fail(ENOSYS)}, // a filter cannot see its flags; the C library falls back to clone
            // With the first thread, the C library installs handlers for two signals of its own.
            {SYS_rt_sigaction, trap(),
                {test(0, Test::equals, 32, allow()), test(0, Test::equals, 33, allow())}}});
    rules.add(threading_calls);
}

// A tool that only reads opens files by openat, whose flags a filter sees (those of openat2 are in
// memory). Flags that create, truncate or write are denied. Such a tool therefore cannot write even
// if Landlock is old or not used.
void add_reading_rules(Rules& rules)
{
    constexpr std::uint32_t harmless
        = O_CLOEXEC | O_DIRECTORY | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK | O_PATH;
    constexpr auto working_directory = static_cast<std::uint32_t>(AT_FDCWD);
    rules.rules.push_back({SYS_openat, allow(),
        {test(2, Test::has_any_bit, ~harmless, trap()),
            // Abseil asks the C library for the number of processors, which looks for it in /sys
            // and falls back to sched_getaffinity. The tools themselves open nothing relative to
            // the working directory.
            test(0, Test::equals, working_directory, fail(EACCES))}});
}

// Only TCP and UDP sockets over IP are allowed: Landlock controls the ports of TCP only, not those
// of MPTCP and SCTP, nor data sent together with a connection request (MSG_FASTOPEN). The C library
// also tries AF_UNIX (nscd) and AF_NETLINK (addresses of the machine), and works without them.
// Landlock decides which files can be opened.
void add_network_rules(Rules& rules)
{
    constexpr std::uint32_t harmless = O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    constexpr std::uint32_t other_types = SOCK_RDM | SOCK_PACKET; // includes SEQPACKET and DCCP
    constexpr std::uint32_t protocols = IPPROTO_TCP | IPPROTO_UDP;
    const auto sends = [](int call, int flags) {
        return Rule {call, allow(), {test(flags, Test::has_any_bit, MSG_FASTOPEN, trap())}};
    };
    rules.rules.insert(rules.rules.end(),
        {{SYS_openat, allow(), {test(2, Test::has_any_bit, ~harmless, fail(EACCES))}},
            {SYS_socket, fail(EACCES),
                {test(1, Test::has_all_bits, SOCK_RAW, fail(EACCES)),
                    test(1, Test::has_any_bit, other_types & ~SOCK_DGRAM, fail(EACCES)),
                    test(2, Test::has_any_bit, ~protocols, fail(EACCES)),
                    test(0, Test::equals, AF_INET, allow()),
                    test(0, Test::equals, AF_INET6, allow())}},
            sends(SYS_sendto, 3), sends(SYS_sendmsg, 2), sends(SYS_sendmmsg, 3),
            {SYS_ioctl, trap(),
                {test(1, Test::equals, FIONBIO, allow()),
                    test(1, Test::equals, FIONREAD, allow())}}});
    rules.add(network_calls);
}

// Landlock does not control the setting of times. By name, the times of any file could be set, so
// only a descriptor is allowed.
void add_link_rules(Rules& rules)
{
    rules.rules.insert(rules.rules.end(),
        {{SYS_symlinkat, allow()}, {SYS_utimensat, trap(), {test(1, Test::is_null, 0, allow())}}});
}

std::vector<Rule> rules_for(const Sandbox& sandbox)
{
    Rules rules;
    rules.rules.push_back({SYS_mmap, allow(), {test(2, Test::has_any_bit, PROT_EXEC, trap())}});
    // If RE2 is built on Abseil, the allocator tries to name its memory, and works without that.
    rules.rules.push_back({SYS_prctl, trap(), {test(0, Test::equals, PR_SET_VMA, fail(EINVAL))}});
    rules.add(basic_calls);
    if (sandbox.workspace != Access::none) {
        rules.add(reading_calls);
        // Used by fstat of the C library; and, in tools that write, to inspect a name without a
        // descriptor (directory.hpp).
        const std::uint32_t ways
            = AT_EMPTY_PATH | (sandbox.workspace == Access::write ? AT_SYMLINK_NOFOLLOW : 0U);
        rules.rules.push_back(
            {SYS_newfstatat, trap(), {test(3, Test::has_any_bit, ways, allow())}});
    }
    if (sandbox.workspace == Access::write) {
        rules.add(writing_calls);
        // To find out whether a directory folds names, since protected names may then have other
        // spellings.
        rules.add(std::array {SYS_fstatfs});
        rules.rules.push_back(
            {SYS_ioctl, trap(), {test(1, Test::equals, FS_IOC_GETFLAGS, allow())}});
    }
    if (sandbox.workspace == Access::read)
        add_reading_rules(rules);
    if (sandbox.links == Links::may_be_made)
        add_link_rules(rules);
    if (sandbox.network == Network::tcp)
        add_network_rules(rules);
    if (sandbox.threads == Threads::many)
        add_thread_rules(rules);
#ifdef SANITIZED
    if (sandbox.threads == Threads::one)
        rules.rules.push_back(
            {SYS_mprotect, allow(), {test(2, Test::has_any_bit, PROT_EXEC, trap())}});
    rules.add(sanitizer_calls);
#endif
    return std::move(rules.rules);
}

// fork(3) is a clone that shares nothing; that of the C library has no other flags. Any signal may
// be sent, but only to a process that was opened by its number. If the kernel has Landlock's scope
// for signals, only the process's own children can be reached.
void add_serving_rules(std::vector<Rule>& rules)
{
    constexpr std::uint32_t forking = CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD;
    const Test fork = test(0, Test::equals, forking, allow());
    const auto rule_of = [&](int call) -> Rule& {
        for (Rule& rule : rules)
            if (rule.call == call)
                return rule;
        return rules.emplace_back(Rule {call, trap()});
    };
    rule_of(SYS_clone).tests.push_back(fork);
    rule_of(SYS_prctl).tests.push_back(test(0, Test::equals, PR_SET_PDEATHSIG, allow()));
    for (const int call : {SYS_wait4, SYS_pipe2, SYS_getppid, SYS_gettid, SYS_getpid,
             SYS_set_robust_list, SYS_pidfd_open, SYS_pidfd_send_signal, SYS_seccomp})
        rule_of(call).otherwise = allow();
}

// Must be async-signal-safe, since it may interrupt anything, including the allocator.
void on_violation(int /*signal*/, siginfo_t* info, void* /*context*/)
{
    char digits[12];
    std::size_t at = sizeof digits;
    int number = info->si_syscall;
    do {
        digits[--at] = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number > 0);
    const auto say
        = [](std::string_view text) { (void)!write(STDERR_FILENO, text.data(), text.size()); };
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

std::uint64_t rights_for(const Sandbox& sandbox)
{
    using namespace landlock;
    constexpr std::uint64_t reading = read_file | read_dir;
    constexpr std::uint64_t linking = make_sym;
    const std::uint64_t links = sandbox.links == Links::may_be_made ? linking : 0;
    switch (sandbox.workspace) {
    case Access::none: return 0;
    // Landlock need not deny truncation, since seccomp denies all flags that truncate. Denying it
    // would make the kernel check the right in all directories up to the root of the system at each
    // open, a tenth of the time of a search.
    case Access::read: return reading | landlock::truncate;
    case Access::write:
        return reading | write_file | landlock::truncate | make_reg | make_dir | remove_file
            | remove_dir | refer | links;
    }
    return 0;
}

}

namespace {

struct Places {
    const File& root;
    const std::vector<File>& within; // replaces the root; if empty, the root is allowed
};

void allow_places(landlock::Ruleset& ruleset, const Sandbox& sandbox, const Places& places)
{
    if (sandbox.workspace == Access::none)
        return;
    if (places.within.empty())
        ruleset.allow(places.root, rights_for(sandbox));
    for (const File& place : places.within)
        ruleset.allow(place, rights_for(sandbox));
}

void allow_network(landlock::Ruleset& ruleset, const Sandbox& sandbox)
{
    if (sandbox.network == Network::none)
        return;
    for (const char* const name : files_of_lookups)
        if (const File file {open(name, O_PATH | O_CLOEXEC)})
            ruleset.allow(file, landlock::read_file);
    ruleset.allow_to_connect(dns_port); // responses that are too long for UDP
    for (const std::uint16_t port : sandbox.ports)
        ruleset.allow_to_connect(port);
}

ToolError needs_landlock(const std::string& what, const std::string& hint)
{
    return {Code::sandbox_unavailable,
        "the sandbox can't be had: " + what + " needs Landlock, which --sandbox=paths does not use",
        hint};
}

void enter_with(
    std::vector<Rule> rules, const Sandbox& sandbox, const Places& places, Confinement confinement)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw ToolError(Code::sandbox_unavailable,
            std::string("the sandbox can't be had: no_new_privs: ") + std::strerror(errno));
    if (confinement == Confinement::landlock) {
        landlock::Ruleset ruleset;
        allow_places(ruleset, sandbox, places);
        allow_network(ruleset, sandbox);
        ruleset.enforce();
    } else if (!places.within.empty()) {
        throw needs_landlock("--within", "leave out one of the two flags");
    } else if (sandbox.network != Network::none) {
        throw needs_landlock("the network", "leave out the flag");
    }
    if (sandbox.workspace == Access::read)
        system::open_by_names();
    catch_violations();
    seccomp::install(std::move(rules), trap());
}

}

void enter(const Sandbox& sandbox, const File& root, Confinement confinement,
    const std::vector<File>& within)
{
    enter_with(rules_for(sandbox), sandbox, {root, within}, confinement);
}

void enter_to_serve(const Sandbox& sandbox, const File& root, Confinement confinement,
    const std::vector<File>& within)
{
    std::vector<Rule> rules = rules_for(sandbox);
    add_serving_rules(rules);
    enter_with(std::move(rules), sandbox, {root, within}, confinement);
}

CallSeal::CallSeal(const Sandbox& sandbox)
    : filter(rules_for(sandbox), trap())
{
}

}
