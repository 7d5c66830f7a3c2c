#include "launcher.hpp"

#include "launched.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/failure.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace exec::launch {

using namespace toolkit;

namespace {

// place of the --report descriptor: tool::Tool closes all higher ones
constexpr int report_place = 3;

// The parts of the command line that are not flags. The declaration of a tool has functions but no
// state, so they are kept here between live() and launch().
struct Invocation {
    std::vector<std::string> command;
    bool is_server = false; // --mcp
    bool has_report = true; // false if the descriptor of --report is closed
};
Invocation invocation;

int separator_in(int argc, char** argv)
{
    return static_cast<int>(
        std::find(argv, argv + argc, std::string_view("--")) - argv); // argc if there is none
}

std::string_view value_of_report(int argc, char** argv)
{
    constexpr std::string_view flag = "--report";
    std::string_view value;
    for (int at = 1; at < argc; ++at) {
        const std::string_view argument = argv[at];
        if (argument == flag && at + 1 < argc)
            value = argv[at + 1];
        else if (argument.starts_with(flag) && argument.substr(flag.size()).starts_with('='))
            value = argument.substr(flag.size() + 1);
    }
    return value;
}

// Moves the descriptor of --report to `report_place`, and keeps other descriptors from taking that
// number. The parser refuses a value that is not a number.
void keep_report(std::string_view value)
{
    int given = 0;
    std::from_chars(value.data(), value.data() + value.size(), given);
    if (given <= STDERR_FILENO) {
        close(report_place);
        return;
    }
    invocation.has_report = fcntl(given, F_GETFD) >= 0
        && (given == report_place || dup2(given, report_place) == report_place);
}

void check(const Request& request)
{
    const auto refuse = [](const std::string& what, const std::string& hint) {
        throw ToolError(Code::bad_request, what, hint);
    };
    if (invocation.command.empty())
        refuse("there is no command after --", "add -- COMMAND ARG…");
    if (invocation.is_server || request.role != Role::none)
        refuse(std::string(invocation.is_server ? "--mcp" : "--background")
                + " can't be combined with -- COMMAND",
            "leave out one of the two");
    if (!invocation.has_report)
        refuse("--report names a descriptor that is not open", "pass it on, as by 3>FILE");
}

void tell(const Request& request, const std::string& line)
{
    if (!request.report)
        return;
    const int descriptor
        = *request.report <= STDERR_FILENO ? static_cast<int>(*request.report) : report_place;
    (void)!write(descriptor, line.data(), line.size()); // the reader may be gone
    if (descriptor == report_place)
        close(descriptor);
}

void launch(Request& request, const Workspace& workspace)
{
    bool is_told = false;
    int status = 0;
    try {
        check(request);
        Launched launched(request, workspace, invocation.command);
        if (launched.await_start()) {
            tell(request, launched.sandbox() + "\n");
            is_told = true;
        }
        status = launched.await_end();
    } catch (const ToolError& error) {
        if (!is_told && invocation.has_report)
            tell(request, tool::failure_text(error) + "\n");
        throw;
    }
    request = {}; // removes the temporary directory
    _exit(status);
}

}

bool is_asked_for(int argc, char** argv) { return separator_in(argc, argv) < argc; }

int live(const tool::Tool<Request>& tool, int argc, char** argv)
{
    const int flags_end = separator_in(argc, argv);
    invocation.command.assign(argv + flags_end + 1, argv + argc);
    invocation.is_server = std::any_of(argv, argv + flags_end,
        [](std::string_view flag) { return flag == "--mcp" || flag.starts_with("--mcp="); });
    keep_report(value_of_report(flags_end, argv));
    tool::Tool<Request> launcher = tool;
    launcher.prepare = launch;
    launcher.descriptor_flag = "report";
    return launcher.main(flags_end, argv);
}

}
