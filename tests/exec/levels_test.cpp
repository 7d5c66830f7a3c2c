#include "catch.hpp"
#include "scene.hpp"

#include "toolkit/process/descendants.hpp"
#include "tools/exec/sandbox/calls.hpp"
#include "tools/exec/sandbox/gaps.hpp"
#include "tools/exec/sandbox/landlock_rules.hpp"

#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <functional>
#include <thread>

using namespace exec::sandbox;
using namespace toolkit::process;
using namespace toolkit::sandbox;
using namespace toolkit::system;
using namespace toolkit::workspace;

// In a child in which these rules, and no others, are in force.
static int outcome_under(std::vector<seccomp::Rule> rules, const std::function<int()>& attempt)
{
    return status_of_child([&] {
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        seccomp::install(std::move(rules), seccomp::allow());
        return attempt();
    });
}

TEST_CASE("without Landlock there is no sandbox, and that is an error which names the way out")
{
    const Scene scene(User::self);
    const auto confine = [&](Policy policy) {
        return outcome_under({{444, seccomp::fail(ENOSYS)}}, [&] {
            const Workspace workspace({.root = scene.in_workspace(""), .protect = {}});
            try {
                const Enclosed enclosed = enclose({.policy = policy}, workspace, "", std::nullopt);
                return enclosed.enclosure->level() == Level::none ? 0 : 1;
            } catch (const ToolError& error) {
                const bool is_clear = error.code == Code::sandbox_unavailable
                    && error.hint.find("--policy=unrestricted") != std::string::npos
                    && error.message.find("landlock_create_ruleset") != std::string::npos;
                return is_clear ? could_not_be_confined : 2;
            }
        });
    };
    CHECK(confine(Policy::workspace_write) == could_not_be_confined);
    CHECK(confine(Policy::read_only) == could_not_be_confined);
    CHECK(confine(Policy::unrestricted) == 0);
}

TEST_CASE("without seccomp filters there is no sandbox either")
{
    const Scene scene(User::self);
    const int outcome = outcome_under({{SYS_seccomp, seccomp::fail(EINVAL)}}, [&] {
        const Workspace workspace({.root = scene.in_workspace(""), .protect = {}});
        enclose({}, workspace, "", std::nullopt);
        return 0;
    });
    CHECK(outcome == could_not_be_confined);
}

TEST_CASE("what an old Landlock misses is denied by system call")
{
    const Scene scene(User::self);
    const std::string file = scene.outside("file");
    const pid_t supervisor = getpid();
    const auto outcome = [&](int abi, const std::function<long()>& call) {
        return outcome_under(calls_missed_by(abi, {supervisor}), [&] { return error_of(call()); });
    };
    const struct {
        const char* sentence;
        std::function<long()> call;
        int with_abi_2;
        int with_abi_3;
    } rows[] = {
        {"truncate", [&] { return truncate(file.c_str(), 3); }, EACCES, 0},
        {"open to read and truncate", [&] { return open(file.c_str(), O_RDONLY | O_TRUNC); },
            EACCES, 0},
        {"open to write and truncate", [&] { return open(file.c_str(), O_WRONLY | O_TRUNC); }, 0,
            0},
        {"open to read", [&] { return open(file.c_str(), O_RDONLY); }, 0, 0},
        {"openat2, whose flags can't be seen",
            [] { return syscall(SYS_openat2, -1, nullptr, nullptr, 0); }, ENOSYS, EINVAL},
        {"signal a supervisor", [&] { return kill(supervisor, 0); }, EPERM, EPERM},
        {"signal its group", [&] { return kill(-supervisor, 0); }, EPERM, EPERM},
        {"signal its thread", [&] { return syscall(SYS_tkill, supervisor, 0); }, EPERM, EPERM},
        {"signal everybody", [&] { return kill(-1, 0); }, EPERM, EPERM},
        {"signal by descriptor", [&] { return syscall(SYS_pidfd_send_signal, -1, 0, nullptr, 0); },
            EPERM, EPERM},
        {"signal by a file's owner", [&] { return fcntl(0, F_SETOWN, supervisor); }, EPERM, EPERM},
        {"signal by a socket's owner", [&] { return ioctl(0, FIOSETOWN, &supervisor); }, EPERM,
            EPERM},
        {"signal itself", [&] { return kill(getpid(), 0); }, 0, 0},
    };
    for (const auto& row : rows) {
        INFO(row.sentence);
        CHECK(outcome(2, row.call) == row.with_abi_2);
        CHECK(outcome(3, row.call) == row.with_abi_3);
    }
    CHECK(calls_missed_by(6, {supervisor}).empty());
}

TEST_CASE("x32 calls are no way around")
{
    const int outcome = outcome_under(denied_calls({}, Level::landlock),
        [] { return error_of(syscall(0x40000000 | SYS_getpid)); });
    CHECK(outcome == 128 + SIGSYS);
}

TEST_CASE("calls that are newer than the list of those denied are said to be missing")
{
    const auto rules = denied_calls({}, Level::namespaces);
    for (const int call : {470, 471, 500, 600}) {
        INFO(call);
        CHECK(std::count_if(rules.begin(), rules.end(), [&](const seccomp::Rule& rule) {
            return rule.call == call && rule.otherwise == seccomp::fail(ENOSYS);
        }) == 1);
    }
    CHECK(outcome_under(rules, [] { return error_of(syscall(469, -1, 0, 0, 0, 0)); }) == EPERM);
}

TEST_CASE("each gap is named where it is open")
{
    const auto has = [](const Circumstances& circumstances, const std::string& gap) {
        const auto gaps = gaps_of(circumstances);
        return std::find(gaps.begin(), gaps.end(), gap) != gaps.end();
    };
    const Permissions writes {.policy = Policy::workspace_write};
    const Permissions reads {.policy = Policy::read_only};
    const Permissions anything {.policy = Policy::unrestricted};
    constexpr Level landlock = Level::landlock;
    CHECK(has({writes, landlock, 7, false, true, true}, "metadata-outside-writable"));
    CHECK_FALSE(has({reads, landlock, 7, false, true, true}, "metadata-outside-writable"));
    CHECK(has({writes, landlock, 7, true, true, true}, "secrets-in-workspace-readable"));
    CHECK_FALSE(has({writes, landlock, 7, false, true, true}, "secrets-in-workspace-readable"));
    CHECK(has({writes, landlock, 5, false, true, true}, "signals-outside"));
    CHECK_FALSE(has({writes, landlock, 6, false, true, true}, "signals-outside"));
    CHECK(has({writes, landlock, 5, false, true, false}, "orphans-may-survive"));
    CHECK_FALSE(has({writes, landlock, 6, false, true, false}, "orphans-may-survive"));
    const Permissions beside {.policy = Policy::read_only, .written = {"/elsewhere"}};
    CHECK(has({beside, landlock, 7, false, true, true}, "metadata-outside-writable"));
    CHECK(has({beside, landlock, 7, false, true, true}, "hard-links-lead-outside"));
    CHECK_FALSE(has({beside, landlock, 7, false, true, true}, "protected-paths-writable"));
    CHECK(has({beside, landlock, 7, false, true, true, true}, "protected-paths-writable"));
    CHECK(has({beside, Level::namespaces, 7, false, true, true, true},
        "protected-paths-partly-writable"));
    CHECK_FALSE(
        has({beside, Level::namespaces, 7, false, true, true}, "metadata-outside-writable"));
    CHECK(has({anything, Level::none, 0, false, true, false}, "orphans-may-survive"));
    CHECK(has({anything, Level::none, 0, false, true, true}, "no-confinement"));
}

TEST_CASE("namespaces close gaps, and name those that stay")
{
    using Names = std::vector<std::string>;
    constexpr Level apart = Level::namespaces;
    const Permissions writes {.policy = Policy::workspace_write};
    const Permissions reads {.policy = Policy::read_only, .unix_sockets = true};
    CHECK(gaps_of({writes, apart, 1, false, false, false})
        == Names {
            "resources-unlimited", "protected-paths-partly-writable", "hard-links-lead-outside"});
    CHECK(gaps_of({reads, apart, 1, false, false, false})
        == Names {"resources-unlimited", "unix-sockets-reachable"});
    CHECK(gaps_of({reads, apart, 1, true, true, false})
        == Names {"file-names-visible", "resources-unlimited", "secrets-in-workspace-readable",
            "unix-sockets-reachable"});
}

// A child with a grandchild that has left its session, both waiting.
static void start_family()
{
    if (fork() != 0)
        return;
    if (fork() == 0)
        setsid();
    for (;;)
        pause();
}

TEST_CASE("descendants are killed child by child where no scope of signals stands in for it")
{
    const int outcome = status_of_child([] {
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        start_family();
        start_family();
        usleep(50'000);
        const int killed = kill_descendants({.patience = std::chrono::seconds(10)}).count;
        return waitpid(-1, nullptr, 0) < 0 && errno == ECHILD ? killed : 100;
    });
    CHECK(outcome == 4);
}

TEST_CASE("children are found, and none where there is none")
{
    const int outcome = status_of_child([] {
        if (!find_children() || !find_children()->empty())
            return 1;
        const pid_t child = fork();
        if (child == 0)
            for (;;)
                pause();
        const bool is_found = find_children() == std::vector<pid_t> {child};
        kill(child, SIGKILL);
        return is_found ? 0 : 2;
    });
    CHECK(outcome == 0);
}

// A child that waits for its end, having done something first.
static pid_t start_named(const char* name, const std::function<void()>& first)
{
    const pid_t child = fork();
    if (child != 0)
        return child;
    prctl(PR_SET_NAME, name);
    first();
    for (;;)
        pause();
}

TEST_CASE(
    "descendants are named, whichever thread started them, but the one that is known and the dead")
{
    const int outcome = status_of_child([] {
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
        const pid_t known = start_named("known", [] {
            start_named("its (child)", [] {});
            start_named("dead", [] { _exit(0); });
            std::thread([] {
                start_named("a thread's", [] {});
                pause();
            }).detach();
        });
        usleep(100'000);
        const std::vector<std::string> names = name_descendants(known);
        kill_descendants({.patience = std::chrono::seconds(10)});
        return names == std::vector<std::string> {"its (child)", "a thread's"} ? 0 : 1;
    });
    CHECK(outcome == 0);
}
