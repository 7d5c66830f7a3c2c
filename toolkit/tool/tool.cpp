#include "toolkit/tool/tool.hpp"

#include "toolkit/json/parse.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/system/lock.hpp"
#include "toolkit/system/outputs.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/command_line.hpp"
#include "toolkit/tool/contract.hpp"
#include "toolkit/tool/description.hpp"
#include "toolkit/tool/failure.hpp"
#include "toolkit/tool/mcp_server.hpp"
#include "toolkit/undo/recorder.hpp"
#include "toolkit/workspace/own_directory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>

namespace toolkit::tool {

namespace {

// Raises the limit of open files: a change of many files holds each of them open, and most limits
// of 1024 are meant for select(2). Not to be used if programs are started, which would inherit the
// limit.
void allow_many_files()
{
    rlimit limit {};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// O_NONBLOCK is left as it is: it is a flag of the open file, which other programs share. An error
// of the descriptor ends a wait, and the next read or write reports it.

// A text that grows without copies: realloc(3) moves pages, while a string would touch new ones
// each time.
class Input {
public:
    void read(std::size_t most)
    {
        for (ssize_t count = -1; count != 0;) {
            make_room();
            count = ::read(STDIN_FILENO, bytes.get() + size, room - size);
            if (count < 0 && errno == EAGAIN)
                system::wait_for(STDIN_FILENO, POLLIN);
            else if (count < 0 && errno != EINTR)
                throw system::system_error("cannot read the request");
            size += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
            if (size > most)
                throw ToolError(Code::bad_request,
                    "the request is larger than " + std::to_string(most) + " bytes",
                    "send less at once; the operator can allow more by --max-request-bytes");
        }
    }

    std::string_view text() const { return {bytes.get(), size}; }

private:
    void make_room()
    {
        constexpr std::size_t least = 4096;
        if (room - size >= least)
            return;
        room = std::max(2 * room, 2 * least);
        void* const larger = std::realloc(bytes.get(), room);
        if (larger == nullptr)
            throw std::bad_alloc();
        (void)bytes.release();
        bytes.reset(static_cast<char*>(larger));
    }

    std::unique_ptr<char, void (*)(void*)> bytes {nullptr, std::free};
    std::size_t size = 0;
    std::size_t room = 0;
};

Json read_request(
    const Contract& contract, const CommandLine& command_line, const Workspace& workspace)
{
    Input input;
    input.read(command_line.max_request_bytes);
    if (command_line.max_undo_bytes > 0)
        undo::recorder_of_call().begin(workspace,
            {std::string(contract.name), system::sha256(input.text()),
                command_line.max_undo_bytes});
    return json::parse_request(input.text());
}

int print(int descriptor, std::string_view text)
{
    return system::write_all(descriptor, text, [=] {
        system::wait_for(descriptor, POLLOUT);
        return true;
    });
}

void print_answer(std::string_view text)
{
    if (const int error = print(STDOUT_FILENO, text); error != 0)
        throw system::system_error("cannot write the answer", error);
}

// Writes small parts together, since a system call costs more than copying some thousand bytes.
void print_answer(const AnswerText& answer)
{
    constexpr std::size_t least = 64 << 10;
    std::string together;
    for (const std::string_view part : answer.parts()) {
        if (together.size() + part.size() < least) {
            together += part;
            continue;
        }
        print_answer(together);
        together.clear();
        print_answer(part);
    }
    print_answer(together);
}

void answer(Contract& contract, const CommandLine& command_line)
{
    contract.take_flags(command_line.tool_flags);
    const bool has_workspace = contract.sandbox.workspace != sandbox::Access::none;
    const Workspace workspace = has_workspace ? Workspace(command_line.workspace) : Workspace();
    File own; // holds a lock until the end
    if (contract.sandbox.workspace == sandbox::Access::write) {
        system::prepare_to_lock();
        if (contract.sandbox.programs == sandbox::Programs::none)
            own = workspace::make_own_directory_beside_parts(workspace);
    }
    if (contract.prepare)
        contract.prepare(workspace);
    if (contract.sandbox.programs == sandbox::Programs::none) {
        allow_many_files();
        sandbox::enter(
            contract.sandbox, workspace.root(), command_line.confinement, workspace.open_within());
    }

    // All input from here on is untrusted.
    print_answer(contract.answer(read_request(contract, command_line, workspace), workspace));
}

void run(Contract& contract, int argc, char** argv)
{
    const CommandLine command_line = parse_command_line(contract, argc, argv);
    switch (command_line.action) {
    case CommandLineAction::describe:
        contract.take_flags(command_line.tool_flags);
        return print_answer(describe(contract, command_line).dump() + '\n');
    case CommandLineAction::help: return print_answer(help(contract));
    case CommandLineAction::version:
        return print_answer(std::string(contract.name) + " " AGENTCLI_VERSION "\n");
    case CommandLineAction::answer: return answer(contract, command_line);
    case CommandLineAction::serve_mcp:
        if (contract.sandbox.programs == sandbox::Programs::none)
            allow_many_files();
        return serve_mcp(contract, command_line);
    }
}

// Must be called before anything is opened, which might otherwise get the number of a descriptor
// that was not passed.
void close_inherited(std::string_view descriptor_flag, int argc, char** argv)
{
    const auto is_flag = [&](std::string_view argument) {
        argument.remove_prefix(std::min(argument.find_first_not_of('-'), argument.size()));
        return argument.substr(0, argument.find('=')) == descriptor_flag;
    };
    const bool is_given = !descriptor_flag.empty() && std::any_of(argv, argv + argc, is_flag);
    close_range(STDERR_FILENO + (is_given ? 2 : 1), ~0U, 0);
}

int exit_status(Code code)
{
    return code == Code::bad_request ? 2 : code == Code::sandbox_unavailable ? 3 : 1;
}

int fail(const ToolError& error)
{
    print(STDERR_FILENO, failure_text(error) + '\n');
    return exit_status(error.code);
}

}

#ifdef SANITIZED
// The leak check at exit traces the process from a clone of it, which our sandboxes do not allow.
extern "C" const char* __asan_default_options() // NOLINT: its name is given
{
    return "detect_leaks=0";
}
#endif

int serve(const AnyTool& tool, int argc, char** argv)
{
    system::hold_standard_descriptors();
    close_inherited(tool.descriptor_flag, argc, argv);
    // Both become errors of write(2), so that everything is cleaned up.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        Contract contract = contract_of(tool, argc > 1);
        run(contract, argc, argv);
        // Ending the process frees everything, faster than destructors do.
        std::_Exit(0);
    } catch (...) {
        return fail(current_failure());
    }
}

}

// Replaces the function of libstdc++ that prints the name of the exception. It would add a
// demangler of 50 KB, with pages of pointers that are relocated at each start. serve() catches all
// exceptions.
// NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
void __gnu_cxx::__verbose_terminate_handler() { std::abort(); }
