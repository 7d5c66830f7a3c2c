#include "crash/victim.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace fs = std::filesystem;

Tree tree_of(const fs::path& folder)
{
    Tree tree;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        std::string text = std::to_string(static_cast<int>(entry.symlink_status().type())) + ' '
            + std::to_string(static_cast<unsigned>(entry.symlink_status().permissions())) + ' ';
        if (entry.is_regular_file()) {
            std::ifstream file(entry.path(), std::ios::binary);
            text.append(std::istreambuf_iterator<char>(file), {});
        }
        tree[entry.path().lexically_relative(folder)] = text;
    }
    return tree;
}

bool is_hidden(const std::string& path) { return path.find(".agentcli") != std::string::npos; }

static int input_of(const std::string& request)
{
    const int input = memfd_create("request", MFD_CLOEXEC);
    if (input < 0 || write(input, request.data(), request.size()) != static_cast<ssize_t>(request.size())
        || lseek(input, 0, SEEK_SET) != 0)
        throw std::runtime_error("no request");
    return input;
}

SameProcessor::SameProcessor()
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
    if (sched_getaffinity(0, sizeof before, &before) != 0 || sched_setaffinity(0, sizeof one, &one) != 0)
        throw std::runtime_error("no affinity");
}

SameProcessor::~SameProcessor() { sched_setaffinity(0, sizeof before, &before); }

Victim::Victim(const Call& call, const fs::path& workspace, Traced traced)
{
    if (traced == Traced::yes)
        processor.emplace();
    const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / call.tool;
    const int input = input_of(call.request);
    process = fork();
    if (process == 0) {
        const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
        dup2(input, 0);
        dup2(nothing, 1);
        setenv("ASAN_OPTIONS", "detect_leaks=0", 1); // the leak checker can't be traced
        if (traced == Traced::yes)
            ptrace(PTRACE_TRACEME);
        execl(program.c_str(), program.c_str(), "--root", workspace.c_str(), nullptr);
        _exit(127);
    }
    close(input);
    if (traced == Traced::no)
        return;
    waitpid(process, &status, 0);
    ptrace(PTRACE_SETOPTIONS, process, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
}

Victim::~Victim()
{
    if (has_ended)
        return;
    kill(process, SIGKILL);
    waitpid(process, &status, 0);
}

int Victim::wait()
{
    waitpid(process, &status, 0);
    has_ended = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Of openat2 only that which makes a file.
static bool changes_the_disk(pid_t process, const __ptrace_syscall_info& info)
{
    static const long calls[]
        = {SYS_write, SYS_pwrite64, SYS_ftruncate, SYS_renameat2, SYS_linkat, SYS_unlinkat, SYS_mkdirat,
            SYS_fchmod, SYS_fchown, SYS_fsetxattr, SYS_copy_file_range, SYS_flock, SYS_symlinkat
#ifdef SYS_renameat
            ,
            SYS_renameat
#endif
        };
    const auto call = static_cast<long>(info.entry.nr);
    if (call == SYS_openat2)
        return (ptrace(PTRACE_PEEKDATA, process, info.entry.args[2], nullptr) & O_CREAT) != 0;
    return std::find(std::begin(calls), std::end(calls), call) != std::end(calls);
}

bool Victim::run_to_change(int count)
{
    bool is_change = false;
    for (;;) {
        ptrace(PTRACE_SYSCALL, process, nullptr, nullptr);
        waitpid(process, &status, 0);
        if (!WIFSTOPPED(status)) {
            has_ended = true;
            return false;
        }
        __ptrace_syscall_info info {};
        if (WSTOPSIG(status) != (SIGTRAP | 0x80)
            || ptrace(PTRACE_GET_SYSCALL_INFO, process, sizeof info, &info) <= 0)
            continue;
        if (info.op == PTRACE_SYSCALL_INFO_ENTRY)
            is_change = changes_the_disk(process, info);
        else if (is_change && --count == 0)
            return true;
    }
}
