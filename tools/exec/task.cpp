#include "task.hpp"

#include "environment.hpp"
#include "find_program.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace exec {

using namespace toolkit;

// The size of the longest text that execve(2) takes: 32 pages with the NUL.
static std::size_t max_text()
{
    constexpr std::size_t pages = 32;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) - 1;
}

// Before a program is looked for along a variable. `what` is how the message calls the text.
static void check_length(const std::string& what, const std::string& text)
{
    if (text.size() > max_text())
        throw ToolError(Code::too_large,
            what + " has " + std::to_string(text.size())
                + " bytes, and no program can be given more than " + std::to_string(max_text())
                + " in one text",
            "pass it by stdin, or write it into a file and give the path; 'command' may be longer");
}

static void refuse_nul(const char* what, const std::string& text)
{
    if (text.find('\0') != std::string::npos)
        throw ToolError(
            Code::bad_request, what + (" " + text::in_quotes(text)) + " has a NUL byte");
}

// The shell of a line, whatever PATH says.
static constexpr const char* shell = "/bin/sh";

// Adds the arguments of the shell that runs a line. "--" keeps a line that begins with a dash from
// being an option. A line that is too long for an argument is read from a descriptor, which it
// closes before its programs start.
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
