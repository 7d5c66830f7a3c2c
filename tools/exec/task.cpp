#include "task.hpp"

#include "environment.hpp"
#include "find_program.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace exec {

using namespace toolkit;

// Returns the maximum size of a string that execve(2) accepts: 32 pages including the NUL.
static std::size_t max_text()
{
    constexpr std::size_t pages = 32;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) - 1;
}

// Throws TOO_LARGE if `text` is too long for execve(2). `what` names it in the message.
static void check_length(const std::string& what, const std::string& text)
{
    if (text.size() > max_text())
        throw ToolError(Code::too_large,
            what + " has " + std::to_string(text.size())
                + " bytes, but one argument or variable can have at most "
                + std::to_string(max_text()),
            "pass it by stdin, or write it into a file and give the path; 'command' may be longer");
}

static void refuse_nul(const char* what, const std::string& text)
{
    if (text.find('\0') != std::string::npos)
        throw ToolError(
            Code::bad_request, what + (" " + text::in_quotes(text)) + " has a NUL byte");
}

// Shell that runs lines, independent of PATH.
static constexpr const char* shell = "/bin/sh";

// Adds the arguments of the shell that runs a line. "--" keeps a line that begins with a dash from
// being read as an option. A line that is too long for an argument is read from a file descriptor,
// which the line closes before it starts programs.
static void add_line(const std::string& line, process::Program& program)
{
    refuse_nul("the command", line);
    program.arguments.emplace_back("-c");
    if (line.size() > max_text()) {
        program.script = "exec " + std::to_string(process::script_descriptor) + "<&-; " + line;
        program.arguments.push_back(
            ". /proc/self/fd/" + std::to_string(process::script_descriptor));
        return;
    }
    if (line.starts_with('-') || line.starts_with('+'))
        program.arguments.emplace_back("--");
    program.arguments.push_back(line);
}

static void add_arguments(const std::vector<std::string>& arguments, process::Program& program)
{
    for (const std::string& argument : arguments) {
        refuse_nul("the argument", argument);
        program.arguments.push_back(argument);
        check_length("argument " + std::to_string(program.arguments.size() - 1) + " of "
                + text::in_quotes(program.arguments.front()),
            argument);
    }
}

static void refuse_no_command(const Request& request)
{
    if (request.command.empty() && request.program.empty())
        throw ToolError(Code::bad_request, "the request has neither 'command' nor 'cmd'",
            "send {\"command\":\"ls -l | head\"} or {\"cmd\":\"ls\",\"args\":[\"-l\"]}");
}

// Opens the working directory of the command. Without a sandbox it may be outside the workspace:
// the command could change to it anyway.
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

// Returns the path from which a supervisor in namespaces opens the working directory again. It is
// resolved in the workspace. Empty without a sandbox.
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
    check_length("'cmd'", name);
    for (const auto& [variable, value] : variables) {
        program.environment.push_back(variable + "=" + value);
        check_length("the variable " + text::in_quotes(variable), program.environment.back());
    }
    const auto path = variables.find("PATH");
    program.path = is_line
        ? shell
        : find_program(request.program,
            path == variables.end() ? "/usr/local/bin:/usr/bin:/bin" : path->second,
            program.directory);
    is_line ? add_line(request.command, program) : add_arguments(request.arguments, program);
    return {std::move(program), request.input, limit_of(request)};
}

std::chrono::milliseconds limit_of(const Request& request)
{
    return request.milliseconds ? std::chrono::milliseconds(*request.milliseconds)
                                : std::chrono::seconds(request.seconds);
}

}
