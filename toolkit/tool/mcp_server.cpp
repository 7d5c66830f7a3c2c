#include "toolkit/tool/mcp_server.hpp"

#include "toolkit/io/line_reader.hpp"
#include "toolkit/mcp/client_lines.hpp"
#include "toolkit/sandbox/sandbox.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/lock.hpp"
#include "toolkit/system/outputs.hpp"
#include "toolkit/tool/mcp_answer.hpp"
#include "toolkit/tool/mcp_calls.hpp"
#include "toolkit/workspace/own_directory.hpp"

#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <optional>

// Defined by the linker.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" const char __executable_start;
extern "C" char __data_start;
extern "C" char _end;
// NOLINTEND(readability-identifier-naming)

namespace toolkit::tool {

namespace {

#ifndef MADV_POPULATE_READ
constexpr int populate_read = 22; // Linux 5.14
constexpr int populate_write = 23;
#else
constexpr int populate_read = MADV_POPULATE_READ;
constexpr int populate_write = MADV_POPULATE_WRITE;
#endif

constexpr std::uintptr_t page = 4096;

std::uintptr_t address_of(const void* place) { return reinterpret_cast<std::uintptr_t>(place); }

// The C++ library reserves 72 KiB below this address for exceptions when memory is short.
const std::uintptr_t heap_begin = address_of(std::make_unique<char>().get());

// If the kernel refuses, the faults happen later.
void populate(std::uintptr_t begin, std::uintptr_t end, int advice)
{
    begin -= begin % page;
    end += (page - end % page) % page;
    madvise(reinterpret_cast<void*>(begin), end - begin, advice); // NOLINT: memory of this process
}

}

void unshare_pages()
{
    constexpr std::uintptr_t max_heap = 64 * page;
    constexpr std::uintptr_t depth_of_call = 6 * page;
    populate(address_of(&__data_start), address_of(&_end), populate_write);
    const std::uintptr_t heap_end = address_of(sbrk(0));
    populate(heap_begin, std::min(heap_end, heap_begin + max_heap), populate_write);
    const std::uintptr_t here = address_of(__builtin_frame_address(0));
    populate(here - depth_of_call, here + page, populate_write);
}

// A fault maps the 64 KiB around it, if they are in memory and in the same segment. Requesting each
// page would take longer.
void map_program(const std::function<bool()>& is_wanted)
{
    constexpr std::uintptr_t around = 16 * page;
    const std::uintptr_t end = address_of(&__data_start);
    for (std::uintptr_t place = address_of(&__executable_start); place < end && !is_wanted();
         place += around - place % around) {
        populate(place, place + 1, populate_read);
        const std::uintptr_t last = place + around - place % around - page;
        if (last > place && last < end)
            populate(last, last + 1, populate_read);
    }
}

}

namespace toolkit::tool {

namespace {

using namespace std::chrono_literals;
using Clock = McpCalls::Clock;

using system::wait_for;

// The process of one call. Seals itself, waits for its line, and answers it.
class CallProcess {
public:
    CallProcess(const Contract& contract, const CommandLine& command_line,
        const McpAnswerer& answerer, Workspace& workspace)
        : contract(contract)
        , max_line(command_line.max_request_bytes)
        , answerer(answerer)
        , workspace(workspace)
    {
        if (contract.sandbox.programs == sandbox::Programs::none)
            seal.emplace(contract.sandbox);
    }

    void work(int input, int output)
    {
        if (seal) {
            seal->install();
        } else {
            // Closes the descriptors of the client. The processes of a program close or replace
            // whatever gets these numbers.
            system::hold_standard_descriptors();
            if (contract.prepare)
                contract.prepare(workspace);
        }
        prepare_pages([&] { return system::is_readable(input); });
        wait_for(input, POLLIN);
        if (contract.sandbox.workspace == sandbox::Access::write)
            workspace.find_protected();
        const std::string line = read_line(input);
        if (line.empty())
            return;
        system::write_all(output, answerer.answer(line, workspace), [&] {
            wait_for(output, POLLOUT);
            return true;
        });
        // The end of a process takes as long as a short call. The process is therefore killed after
        // the answer has been passed on.
        wait_for(output, 0);
    }

private:
    static void prepare_pages(const std::function<bool()>& is_wanted)
    {
        map_program(is_wanted);
        if (!is_wanted())
            unshare_pages();
    }

    // Returns the first line without its newline; empty if the server sends none.
    std::string read_line(int input) const
    {
        io::LineReader lines(max_line);
        while (lines.empty()) {
            const auto arrival = lines.read_some(input);
            if (arrival == io::LineReader::Arrival::end)
                return {};
            if (arrival == io::LineReader::Arrival::nothing)
                wait_for(input, POLLIN);
        }
        return lines.take().text;
    }

    const Contract& contract;
    std::size_t max_line;
    const McpAnswerer& answerer;
    Workspace& workspace;
    std::optional<sandbox::CallSeal> seal;
};

class Server {
public:
    Server(McpCalls::Limits limits, std::size_t max_line, const McpAnswerer& answerer,
        const McpChild::Work& work)
        : input(STDIN_FILENO, max_line)
        , max_line(max_line)
        , calls(limits, answerer, work, [this](const std::string& line) { output.print(line); })
    {
    }

    // Runs until the input ends, the output is closed, or `ending` is readable.
    void run(const File& ending)
    {
        while (!is_over()) {
            if (!wait(ending))
                return;
            if (has_input)
                input.read_some();
            while (!input.empty())
                take(input.take());
            if (!output.is_full())
                calls.step();
            if (!output.write_some())
                return;
            calls.prepare_next();
            if (getppid() != parent)
                return;
        }
    }

private:
    // Returns true at the end of the input, once the running calls have ended or had one second for
    // it.
    bool is_over() const
    {
        return input.is_at_end()
            && ((calls.empty() && output.empty()) || Clock::now() >= input.end() + 1s);
    }

    Clock::time_point deadline() const
    {
        const auto next = Clock::now() + 5s; // then the parent is checked
        return input.is_at_end() ? std::min(next, input.end() + 1s) : next;
    }

    // Returns false if stdout was closed, or the server should end.
    bool wait(const File& ending)
    {
        system::Watch watch;
        watch.descriptors.push_back(
            {STDOUT_FILENO, static_cast<short>(output.empty() ? 0 : POLLOUT), 0});
        watch.readable(input.is_at_end() ? -1 : STDIN_FILENO);
        watch.readable(ending.descriptor());
        calls.watch(watch);
        watch.until(deadline());
        watch.wait();
        const auto found = [&](std::size_t index) { return watch.descriptors[index].revents; };
        has_input = found(1) != 0;
        if (found(2) != 0 || (found(0) & (POLLERR | POLLNVAL)) != 0)
            return false;
        return (found(0) & POLLOUT) == 0 || output.write_some();
    }

    void take(io::LineReader::Line line)
    {
        if (line.is_too_long)
            output.print(mcp::error_line({},
                {mcp::invalid_request,
                    "the message is larger than " + std::to_string(max_line) + " bytes"}));
        else
            calls.take(std::move(line.text));
    }

    mcp::ClientOutput output {STDOUT_FILENO};
    mcp::ClientInput input;
    std::size_t max_line;
    McpCalls calls;
    pid_t parent = getppid();
    bool has_input = false;
};

// Blocks SIGTERM and returns a descriptor that becomes readable when it arrives, so that the calls
// are ended first. The processes of calls unblock it.
File hold_term()
{
    sigset_t term;
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    File held(signalfd(-1, &term, SFD_CLOEXEC));
    if (held)
        sigprocmask(SIG_BLOCK, &term, nullptr);
    return held;
}

// The sandbox of a tool that runs programs is made for each call. This checks that it is available
// before the first message is read.
void try_to_prepare(const Contract& contract, const Workspace& workspace)
{
    const pid_t process = fork();
    if (process == 0) {
        try {
            contract.prepare(workspace);
            _exit(0);
        } catch (...) {
            _exit(1);
        }
    }
    int status = 0;
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) { }
    if (process < 0 || status != 0)
        contract.prepare(workspace); // throws the error
}

}

void serve_mcp(Contract& contract, const CommandLine& command_line)
{
    contract.take_flags(command_line.tool_flags);
    const bool has_workspace = contract.sandbox.workspace != sandbox::Access::none;
    Workspace workspace = has_workspace ? Workspace(command_line.workspace) : Workspace();
    File own; // holds a lock until the end
    if (contract.sandbox.workspace == sandbox::Access::write) {
        system::prepare_to_lock();
        if (contract.sandbox.programs == sandbox::Programs::none)
            own = workspace::make_own_directory_beside_parts(workspace);
    }
    const File term = hold_term();
    const McpAnswerer answerer(contract, command_line);
    if (contract.sandbox.programs != sandbox::Programs::none) {
        try_to_prepare(contract, workspace);
    } else {
        if (contract.prepare)
            contract.prepare(workspace);
        sandbox::enter_to_serve(
            contract.sandbox, workspace.root(), command_line.confinement, workspace.open_within());
    }
    CallProcess process(contract, command_line, answerer, workspace);
    McpCalls::Limits limits;
    if (contract.sandbox.programs != sandbox::Programs::none)
        limits.spares = 1; // each has processes of its own
    limits.answer_bytes = command_line.max_result_bytes + (4 << 10);
    constexpr auto unlimited = std::chrono::hours(24 * 365);
    limits.time = command_line.serving == Serving::calls
        ? unlimited
        : std::chrono::seconds(contract.timeout_seconds);
    Server(limits, command_line.max_request_bytes, answerer, [&](int input, int output) {
        process.work(input, output);
    }).run(term);
}

}
