#include "task.hpp"

#include "environment.hpp"
#include "lookup.hpp"

#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

Task task_of(const Request& request, const Workspace& workspace)
{
    Program program {{}, {request.command}, {}, workspace.open_directory(request.directory)};
    const Variables variables = with_request(
        base_environment(request.passed_variables, request.enclosure->temporary().path()), request.variables);
    const auto path = variables.find("PATH");
    program.path = find_program(request.command,
        path == variables.end() ? "/usr/local/bin:/usr/bin:/bin" : path->second, program.directory);
    for (const auto& argument : request.arguments) {
        if (argument.find('\0') != std::string::npos)
            throw ToolError(Code::bad_request, "the argument " + in_quotes(argument) + " holds a NUL byte");
        program.arguments.push_back(argument);
    }
    for (const auto& [name, value] : variables)
        program.environment.push_back(name + "=" + value);
    return {std::move(program), request.input, std::chrono::seconds(request.seconds)};
}
