#include "catch.hpp"

#include "agent/calls/running_calls.hpp"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

using namespace agent::calls;
using namespace toolkit::system;

// A child that no call has started.
class Stranger {
public:
    explicit Stranger(const std::function<void()>& first)
        : pid(fork())
    {
        if (pid != 0)
            return;
        first();
        for (;;)
            pause();
    }
    ~Stranger()
    {
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
    }
    Stranger(const Stranger&) = delete;
    Stranger& operator=(const Stranger&) = delete;

    bool is_alive() const { return waitpid(pid, nullptr, WNOHANG) == 0; }

private:
    pid_t pid;
};

static Call call_of(const std::string& script)
{
    // Prints the pid of what it leaves behind, in a session of its own.
    const std::string begin = "setsid sleep 300 > /dev/null 2>&1 & echo $!; ";
    return {{"/bin/sh", {"sh", "-c", begin + script}, {"PATH=/usr/bin:/bin"}}, "",
        std::chrono::seconds(20)};
}

// A file by which a shell and the test signal each other: it does not exist until it is created.
class Signal {
public:
    Signal()
    {
        std::array<char, 32> name {"/tmp/strangers.XXXXXX"};
        directory = mkdtemp(name.data());
    }
    Signal(const Signal&) = delete;
    Signal& operator=(const Signal&) = delete;
    ~Signal() { std::filesystem::remove_all(directory); }

    std::string path() const { return directory + "/signal"; }
    std::string create() const { return "> " + path() + "; "; } // in a shell
    std::string wait() const // in a shell
    {
        return "until [ -e " + path() + " ]; do sleep 0.01; done; ";
    }
    void wait_here() const
    {
        for (int look = 0; look < 2000 && !std::filesystem::exists(path()); ++look)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        REQUIRE(std::filesystem::exists(path()));
    }

private:
    std::string directory;
};

static Outcome finish(RunningCalls& calls)
{
    for (;;) {
        if (auto ended = calls.take())
            return std::move(ended->second);
        Watch watch;
        calls.watch(watch);
        watch.wait();
        calls.step();
    }
}

// False for a zombie, too: this process cannot reap it.
static bool is_alive(pid_t pid)
{
    std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
    std::string number;
    std::string name;
    std::string state;
    return status >> number >> name >> state && state != "Z" && state != "X";
}

static bool is_running(pid_t pid)
{
    for (int look = 0; look < 2000 && is_alive(pid); ++look)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return is_alive(pid);
}

static const std::string kill_supervisor = "kill -KILL $PPID; sleep 300";
static const std::string kill_root = "kill -KILL $(cut -d ' ' -f 4 /proc/$PPID/stat); sleep 0.1";
static const std::string kill_both = "root=$(cut -d ' ' -f 4 /proc/$PPID/stat); kill -KILL $root; "
                                     "kill -KILL $PPID; exec sleep 300";

TEST_CASE("other children survive every end of a call, and nothing of the call does")
{
    struct Path {
        std::string script;
        std::function<void(RunningCalls&)> meanwhile;
        End end;
    };
    const auto nothing = [](RunningCalls&) {};
    const auto path = GENERATE_REF(Path {"exit 0", nothing, End::exited},
        Path {"kill -TERM $$", nothing, End::killed}, Path {kill_supervisor, nothing, End::lost},
        Path {kill_root, nothing, End::exited},
        Path {
            "sleep 300", [](RunningCalls& calls) { calls.end(1, End::cancelled); }, End::cancelled},
        Path {"sleep 300", [](RunningCalls& calls) { calls.end_all(End::interrupted); },
            End::interrupted});
    signal(SIGPIPE, SIG_IGN);
    const Stranger before([] {});
    const Stranger leader([] { setsid(); });
    RunningCalls calls;
    const Signal has_printed;
    REQUIRE(calls.begin(1, call_of(has_printed.create() + path.script)));
    const Stranger meanwhile([] { setsid(); });
    has_printed.wait_here();
    path.meanwhile(calls);
    const Outcome outcome = finish(calls);
    CHECK(outcome.end == path.end);
    CHECK(outcome.all_gone);
    CHECK(before.is_alive());
    CHECK(leader.is_alive());
    CHECK(meanwhile.is_alive());
    REQUIRE(!outcome.output.empty());
    CHECK(!is_running(std::stoi(outcome.output)));
}

TEST_CASE(
    "who kills both supervisors is found out, other children survive it, and calls can be made")
{
    signal(SIGPIPE, SIG_IGN);
    const Stranger stranger([] { setsid(); });
    RunningCalls calls;
    REQUIRE(calls.begin(1, call_of(kill_both)));
    const Outcome lost = finish(calls);
    CHECK(lost.end == End::lost);
    CHECK(!lost.all_gone);
    REQUIRE(!lost.output.empty());
    kill(std::stoi(lost.output), SIGKILL);
    REQUIRE(calls.begin(2, call_of("exit 7")));
    CHECK(finish(calls).status == 7);
    CHECK(stranger.is_alive());
}

TEST_CASE("calls change nothing about the process that makes them")
{
    signal(SIGPIPE, SIG_IGN);
    RunningCalls calls;
    REQUIRE(calls.begin(1, call_of("exit 0")));
    finish(calls);
    int is_subreaper = 1;
    REQUIRE(prctl(PR_GET_CHILD_SUBREAPER, &is_subreaper) == 0);
    CHECK(is_subreaper == 0);
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, nullptr, &blocked);
    CHECK(sigismember(&blocked, SIGCHLD) == 0);
}

// In a child with another user's limit: root has none.
static int run_with_few_processes()
{
    const rlimit limit {7, 7}; // this process, the root supervisor, and two calls
    if (setrlimit(RLIMIT_NPROC, &limit) != 0 || setresuid(54321, 54321, 54321) != 0)
        return 1;
    RunningCalls calls;
    for (std::size_t id = 0; id < 6; ++id)
        if (!calls.begin(id, {{"/bin/sleep", {"sleep", "0.05"}, {}}, "", std::chrono::seconds(20)}))
            return 2;
    for (int count = 0; count < 6; ++count)
        if (const Outcome outcome = finish(calls);
            outcome.end != End::exited || outcome.status != 0)
            return 10 + static_cast<int>(outcome.end);
    return 0;
}

TEST_CASE("calls for which there is no process wait until others have ended")
{
    if (getuid() != 0)
        return;
    signal(SIGPIPE, SIG_IGN);
    const pid_t child = fork();
    if (child == 0) {
        int status = 3;
        try {
            status = run_with_few_processes();
        } catch (const std::exception&) { // that there is none at all
        }
        _exit(status);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(WIFEXITED(status));
}

TEST_CASE("one call of several ends alone")
{
    signal(SIGPIPE, SIG_IGN);
    RunningCalls calls;
    const Signal go;
    for (std::size_t id = 1; id <= max_at_once; ++id)
        REQUIRE(calls.begin(id, call_of(go.wait())));
    CHECK(!calls.begin(17, call_of("exit 0")));
    calls.end(3, End::cancelled);
    std::ofstream {go.path()};
    std::size_t exited = 0;
    for (std::size_t count = 0; count < max_at_once; ++count) {
        Outcome outcome = finish(calls);
        exited += outcome.end == End::exited ? 1 : 0;
    }
    CHECK(exited == max_at_once - 1);
}

TEST_CASE("what ignores the signal to end is killed at once if that is asked for")
{
    signal(SIGPIPE, SIG_IGN);
    RunningCalls calls;
    const Signal has_begun;
    const std::string stays
        = "trap '' TERM; " + has_begun.create() + "while :; do sleep 0.05; done";
    REQUIRE(calls.begin(1, call_of(stays)));
    REQUIRE(calls.begin(2, call_of("sleep 0.3")));
    has_begun.wait_here();
    calls.end(1, End::interrupted);
    calls.kill_ending();
    const Outcome killed = finish(calls);
    CHECK(killed.end == End::interrupted);
    CHECK(killed.all_gone);
    CHECK(killed.duration < std::chrono::milliseconds(1500));
    CHECK_FALSE(is_running(std::stoi(killed.output)));
    CHECK(finish(calls).end == End::exited); // it was not ending
}
