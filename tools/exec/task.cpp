#include "task.hpp"

#include "environment.hpp"
#include "find_program.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

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

process::Task task_of(const Request& request, const Workspace& workspace)
{
    process::Program program {
        {}, {request.command}, {}, {}, workspace.open_directory(request.directory)};
    program.place = workspace.resolve(request.directory);
    const Variables variables = with_request(
        base_environment(request.passed_variables, request.enclosed.enclosure->temporary_path()),
        request.variables);
    check_length(request.command, request.command);
    for (const auto& [name, value] : variables) {
        program.environment.push_back(name + "=" + value);
        check_length(request.command, program.environment.back());
    }
    const auto path = variables.find("PATH");
    program.path = find_program(request.command,
        path == variables.end() ? "/usr/local/bin:/usr/bin:/bin" : path->second, program.directory);
    for (const auto& argument : request.arguments) {
        if (argument.find('\0') != std::string::npos)
            throw ToolError(Code::bad_request,
                "the argument " + text::in_quotes(argument) + " holds a NUL byte");
        program.arguments.push_back(argument);
    }
    return {std::move(program), request.input, std::chrono::seconds(request.seconds)};
}

}
