#include "crash/victim.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
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
    if (input < 0
        || write(input, request.data(), request.size()) != static_cast<ssize_t>(request.size())
        || lseek(input, 0, SEEK_SET) != 0)
        throw std::runtime_error("no request");
    return input;
}

SameProcessor::SameProcessor()
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
    if (sched_getaffinity(0, sizeof before, &before) != 0
        || sched_setaffinity(0, sizeof one, &one) != 0)
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
        std::vector<const char*> words {program.c_str(), "--root", workspace.c_str()};
        for (const auto& flag : call.flags)
            words.push_back(flag.c_str());
        words.push_back(nullptr);
        execv(program.c_str(), const_cast<char* const*>(words.data()));
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

std::string SystemCall::text(int argument) const
{
    std::string text(PATH_MAX, '\0');
    const iovec here {text.data(), text.size()};
    void* const address
        = reinterpret_cast<void*>(arguments.at(argument)); // NOLINT(performance-no-int-to-ptr)
    const iovec there {address, text.size()};
    const ssize_t size = process_vm_readv(process, &here, 1, &there, 1, 0);
    return text.c_str() + (size > 0 ? 0 : text.size());
}

int SystemCall::flags_of(int argument) const
{
    std::ifstream info(
        "/proc/" + std::to_string(process) + "/fdinfo/" + std::to_string(arguments.at(argument)));
    for (std::string key, value; info >> key >> value;)
        if (key == "flags:")
            return std::stoi(value, nullptr, 8);
    return -1;
}

fs::path SystemCall::path_of(int argument) const
{
    std::error_code gone;
    return fs::read_symlink(
        "/proc/" + std::to_string(process) + "/fd/" + std::to_string(arguments.at(argument)), gone);
}

// Of openat2 only that which makes a file.
static bool changes_the_disk(const SystemCall& call)
{
    static const long calls[] = {SYS_write, SYS_pwrite64, SYS_ftruncate, SYS_renameat2, SYS_linkat,
        SYS_unlinkat, SYS_mkdirat, SYS_fchmod, SYS_fchown, SYS_fsetxattr, SYS_copy_file_range,
        SYS_flock, SYS_symlinkat
#ifdef SYS_renameat
        ,
        SYS_renameat
#endif
    };
    if (call.number == SYS_openat2)
        return (ptrace(PTRACE_PEEKDATA, call.process, call.arguments[2], nullptr) & O_CREAT) != 0;
    return std::find(std::begin(calls), std::end(calls), call.number) != std::end(calls);
}

// In its place one is carried out that each sandbox allows, and that does nothing to the numbers of
// descriptors.
void Victim::skip_call() const
{
#if defined(__x86_64__)
    ptrace(PTRACE_POKEUSER, process, offsetof(user_regs_struct, orig_rax), SYS_brk);
#elif defined(__aarch64__)
    int number = SYS_brk;
    iovec part {&number, sizeof number};
    ptrace(PTRACE_SETREGSET, process, NT_ARM_SYSTEM_CALL, &part);
#endif
}

void Victim::set_result(int value) const
{
#if defined(__x86_64__)
    ptrace(PTRACE_POKEUSER, process, offsetof(user_regs_struct, rax), static_cast<long>(value));
#elif defined(__aarch64__)
    user_regs_struct registers {};
    iovec part {&registers, sizeof registers};
    ptrace(PTRACE_GETREGSET, process, NT_PRSTATUS, &part);
    registers.regs[0] = static_cast<std::uint64_t>(value);
    ptrace(PTRACE_SETREGSET, process, NT_PRSTATUS, &part);
#endif
}

Victim::Stop Victim::go_on()
{
    ptrace(PTRACE_SYSCALL, process, nullptr, nullptr);
    waitpid(process, &status, 0);
    if (!WIFSTOPPED(status)) {
        has_ended = true;
        return Stop::ended;
    }
    __ptrace_syscall_info info {};
    if (WSTOPSIG(status) != (SIGTRAP | 0x80)
        || ptrace(PTRACE_GET_SYSCALL_INFO, process, sizeof info, &info) <= 0)
        return Stop::other;
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
        result = info.exit.rval;
        return Stop::exit;
    }
    call = {process, static_cast<long>(info.entry.nr), {}};
    std::copy(std::begin(info.entry.args), std::end(info.entry.args), call.arguments.begin());
    return Stop::entry;
}

bool Victim::run_to_change(int count, const Fault& fault)
{
    bool is_change = false;
    std::optional<int> answer;
    for (Stop stop = go_on(); stop != Stop::ended; stop = go_on()) {
        if (stop == Stop::entry) {
            answer = fault ? fault(call) : std::nullopt;
            is_change = !answer && changes_the_disk(call);
            if (answer)
                skip_call();
        } else if (stop == Stop::exit) {
            if (answer)
                set_result(*answer);
            else if ((call.number == SYS_read || call.number == SYS_pread64) && result > 0)
                bytes += result;
            if (is_change && --count == 0)
                return true;
        }
    }
    return false;
}

int Victim::run_to_end(const Fault& fault)
{
    run_to_change(INT_MAX, fault);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
