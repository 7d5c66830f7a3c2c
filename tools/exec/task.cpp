#include "task.hpp"

#include "environment.hpp"
#include "find_program.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace exec {

using namespace toolkit;

// execve(2) takes no text longer than 32 pages: refused before a program is looked for along it.
static void check_length(const std::string& command, const std::string& text)
{
    constexpr std::size_t pages = 32;
    if (text.size() >= pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)))
        throw ToolError(Code::too_large,
            "cannot run " + text::in_quotes(command) + ": the arguments and variables are too long",
            "pass long input by stdin");
}

// The shell of a line, whatever PATH says.
static constexpr const char* shell = "/bin/sh";

// With "--" a line that begins with a dash is not taken for an option.
static std::vector<std::string> shell_arguments(const std::string& line)
{
    std::vector<std::string> arguments {"-c", line};
    if (line.starts_with('-') || line.starts_with('+'))
        arguments.insert(arguments.begin() + 1, "--");
    return arguments;
}

static void refuse_no_command(const Request& request)
{
    if (request.command.empty() && request.program.empty())
        throw ToolError(Code::bad_request, "the request has neither 'command' nor 'cmd'",
            "send {\"command\":\"ls -l | head\"} or {\"cmd\":\"ls\",\"args\":[\"-l\"]}");
}

// Without a sandbox a directory outside is as good as any: the command could change to it.
static File open_directory(const Request& request, const Workspace& workspace)
{
    try {
        return workspace.open_directory(request.directory);
    } catch (const ToolError& error) {
        if (request.policy != sandbox::Policy::unrestricted
            || error.code != Code::outside_workspace)
            throw;
    }
    File directory(openat(workspace.root().descriptor(), request.directory.c_str(),
        O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory)
        throw system::system_error("cannot enter " + text::in_quotes(request.directory));
    return directory;
}

// Where a supervisor in namespaces opens it again; there it is in the workspace.
static std::string place_of(const Request& request, const Workspace& workspace)
{
    return request.policy == sandbox::Policy::unrestricted ? std::string()
                                                           : workspace.resolve(request.directory);
}

process::Task task_of(const Request& request, const Workspace& workspace)
{
    refuse_no_command(request);
    const bool is_line = !request.command.empty();
    const std::string name = is_line ? "sh" : request.program;
    process::Program program {{}, {name}, {}, place_of(request, workspace),
        request.streams == Streams::interleaved, false, open_directory(request, workspace)};
    const Variables variables = with_request(
        base_environment(request.passed_variables, request.enclosed.enclosure->temporary_path()),
        request.variables);
    check_length(name, name);
    for (const auto& [name, value] : variables) {
        program.environment.push_back(name + "=" + value);
        check_length(name, program.environment.back());
    }
    const auto path = variables.find("PATH");
    program.path = is_line
        ? shell
        : find_program(request.program,
            path == variables.end() ? "/usr/local/bin:/usr/bin:/bin" : path->second,
            program.directory);
    for (const auto& argument : is_line ? shell_arguments(request.command) : request.arguments) {
        if (argument.find('\0') != std::string::npos)
            throw ToolError(Code::bad_request,
                (is_line ? "the command " : "the argument ") + text::in_quotes(argument)
                    + " has a NUL byte");
        program.arguments.push_back(argument);
    }
    return {std::move(program), request.input, limit_of(request)};
}

std::chrono::milliseconds limit_of(const Request& request)
{
    return request.milliseconds ? std::chrono::milliseconds(*request.milliseconds)
                                : std::chrono::seconds(request.seconds);
}

}
