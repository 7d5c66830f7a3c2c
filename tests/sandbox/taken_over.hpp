#pragma once

#include "attempts.hpp"
#include "catch.hpp"

#include "toolkit/sandbox/seccomp.hpp"
#include "toolkit/tool/tool.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

using namespace toolkit::sandbox;
using namespace toolkit::tool;
using namespace toolkit::workspace;

// A tool that an attacker has taken over: declared, started and locked in by serve() as each real
// one is, and where its work would be, an attempt.

// 0 or more where it succeeded; else -1, and errno.
using Attempt = long (*)();

// What an attempt comes to, beside an errno.
constexpr int allowed = 0;
constexpr int trapped = -1; // seccomp stopped the tool, which said so
constexpr int killed = -2; // by a signal
constexpr int broken = -3; // none of these: the test is wrong

// Which of the two layers are in force: each has to be enough for what it is said to do. With
// `traced` both, and its parent sees each call that is stopped: it is left out, and the tool goes
// on.
enum class Layers { both, landlock, seccomp, traced };

// What the real tools have. Each table has a column for each.
struct Class {
    const char* name;
    Sandbox sandbox;
};
constexpr std::array<Class, 5> classes {{
    {"none", {}}, // get_time
    {"read", {.workspace = Access::read}},
    {"search", {.workspace = Access::read, .threads = Threads::many}},
    {"write", {.workspace = Access::write}},
    {"move", {.workspace = Access::write, .links = Links::may_be_made}},
}};
using Outcomes = std::array<int, classes.size()>;

constexpr Outcomes always(int outcome) { return {outcome, outcome, outcome, outcome, outcome}; }
// Of tools that have a workspace.
constexpr Outcomes with_files(int outcome) { return {trapped, outcome, outcome, outcome, outcome}; }
constexpr Outcomes to_read_and_to_write(int reading, int writing)
{
    return {trapped, reading, reading, writing, writing};
}

// Open in the tool when it starts: a directory outside, and a file in it to be written.
constexpr int inherited_directory = 20;
constexpr int inherited_file = 21;

// The tool's directory is root/; outside/ lies beside it.
class Ground {
public:
    Ground() { std::filesystem::permissions(path, std::filesystem::perms(0755)); }
    ~Ground() { std::filesystem::remove_all(path); }
    Ground(const Ground&) = delete;
    Ground& operator=(const Ground&) = delete;

    // Everything is as at first, and the user's.
    void lay_out(uid_t user) const
    {
        namespace fs = std::filesystem;
        fs::remove_all(path / "root");
        fs::remove_all(path / "outside");
        for (const char* name : {"root/dir", "root/empty", "outside"})
            fs::create_directories(path / name);
        for (const char* name :
            {"root/in.txt", "root/program", "root/dir/inner", "outside/secret"}) {
            std::ofstream(path / name) << "text\n";
            fs::permissions(path / name, fs::perms(0700));
        }
        fs::create_symlink("../outside", path / "root/link_out");
        // Only root can; without it, what would be tried with it is not there.
        (void)!mknod((path / "root/random").c_str(), S_IFCHR | 0600, makedev(1, 9));
        for (const auto& entry : fs::recursive_directory_iterator(path))
            REQUIRE(lchown(entry.path().c_str(), user, user) == 0);
    }

    const std::filesystem::path& directory() const { return path; }

private:
    std::filesystem::path path {[] {
        std::string name = std::filesystem::temp_directory_path() / "taken-over.XXXXXX";
        return std::string(mkdtemp(name.data()));
    }()};
};

namespace taken_over {

inline Attempt current = nullptr;

struct Nothing { };

inline Answer run_attempt(const Nothing&, const Workspace& root)
{
    if (opens_by_openat)
        workspace = root.root().descriptor();
    errno = 0;
    return {{"outcome", current() < 0 ? errno : allowed}};
}

// The calls of this one seem to succeed, and do nothing.
inline void leave_out_seccomp()
{
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    seccomp::install({{SYS_seccomp, seccomp::fail(0)}}, seccomp::allow());
}

inline void become(uid_t user)
{
    if (user != geteuid()
        && (setgroups(0, nullptr) != 0 || setresgid(user, user, user) != 0
            || setresuid(user, user, user) != 0))
        _exit(3);
}

inline void open_descriptors(int report)
{
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(report, STDOUT_FILENO);
    dup2(report, STDERR_FILENO);
    dup2(open("../outside", O_RDONLY | O_DIRECTORY | O_CLOEXEC), inherited_directory);
    dup2(open("../outside/secret", O_RDWR | O_CLOEXEC), inherited_file);
}

}

// A process in which the tool lives, and dies.
class TakenOver {
public:
    TakenOver(const Ground& ground, uid_t user)
        : ground(ground)
        , user(user)
    {
    }

    int outcome(const Sandbox& sandbox, Attempt attempt, Layers layers = Layers::both) const
    {
        std::array<int, 2> line {};
        REQUIRE(pipe(line.data()) == 0);
        const pid_t tool = start(sandbox, attempt, layers, line[1]);
        close(line[1]);
        std::string said(512, '\0');
        said.resize(static_cast<std::size_t>(
            std::max<ssize_t>(read(line[0], said.data(), said.size()), 0)));
        close(line[0]);
        int status = 0;
        waitpid(tool, &status, 0);
        return meaning_of(said, status);
    }

    // The numbers of the calls that are stopped while it makes its attempt.
    std::set<int> calls_stopped(const Sandbox& sandbox, Attempt attempt) const
    {
        std::set<int> stopped;
        const int report = open("/dev/null", O_WRONLY | O_CLOEXEC);
        const pid_t tool = start(sandbox, attempt, Layers::traced, report);
        close(report);
        int status = 0;
        while (waitpid(tool, &status, 0) == tool && WIFSTOPPED(status)) {
            siginfo_t signal {};
            ptrace(PTRACE_GETSIGINFO, tool, nullptr, &signal);
            const bool is_violation = signal.si_signo == SIGSYS;
            if (is_violation)
                stopped.insert(signal.si_syscall);
            ptrace(PTRACE_CONT, tool, nullptr, is_violation ? 0 : WSTOPSIG(status));
        }
        REQUIRE((WIFEXITED(status) && WEXITSTATUS(status) == 0));
        return stopped;
    }

private:
    pid_t start(const Sandbox& sandbox, Attempt attempt, Layers layers, int report) const
    {
        ground.lay_out(user);
        const pid_t tool = fork();
        if (tool == 0)
            live({.name = "taken-over",
                     .summary = "",
                     .parameters = {},
                     .sandbox = sandbox,
                     .run = taken_over::run_attempt},
                attempt, layers, report);
        return tool;
    }

    [[noreturn]] void live(
        const Tool<taken_over::Nothing>& tool, Attempt attempt, Layers layers, int report) const
    {
        taken_over::current = attempt;
        opens_by_openat = tool.sandbox.workspace == Access::read;
        if (chdir((ground.directory() / "root").c_str()) != 0)
            _exit(3);
        taken_over::open_descriptors(report);
        if (layers == Layers::landlock)
            taken_over::leave_out_seccomp();
        taken_over::become(user);
        if (layers == Layers::traced && ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
            _exit(3);
        std::string name = "taken-over";
        std::string flag = "--sandbox=paths";
        std::array<char*, 3> arguments {name.data(), flag.data(), nullptr};
        _exit(tool.main(layers == Layers::seccomp ? 2 : 1, arguments.data()));
    }

    static int meaning_of(const std::string& said, int status)
    {
        constexpr std::string_view answer = "{\"outcome\":";
        if (WIFSIGNALED(status))
            return killed;
        if (said.starts_with("{\"error\":\"the sandbox stopped the tool at system call "))
            return trapped;
        UNSCOPED_INFO("it said: " << said);
        return WEXITSTATUS(status) == 0 && said.starts_with(answer)
            ? std::atoi(&said[answer.size()])
            : broken;
    }

    const Ground& ground;
    uid_t user;
};

inline std::string words_for(int outcome)
{
    switch (outcome) {
    case allowed: return "allowed";
    case trapped: return "trapped";
    case killed: return "killed";
    case broken: return "broken";
    default: return strerrorname_np(outcome);
    }
}

constexpr uid_t nobody = 65534;
inline uid_t ordinary_user() { return geteuid() == 0 ? nobody : geteuid(); }
