#include "request.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/request_findings.hpp"

namespace apply_patch {

using namespace toolkit;

static constexpr std::string_view begin_of_patch = "*** Begin Patch";
static constexpr std::string_view end_of_patch = "*** End Patch";

// Returns the text of a command from the first line of the patch to its last; empty if there is no
// patch.
static std::string patch_in(const std::string& text)
{
    const std::size_t begin = text.find(begin_of_patch);
    const std::size_t end = text.rfind(end_of_patch);
    if (begin == std::string::npos || end == std::string::npos || end < begin)
        return {};
    return text.substr(begin, end + end_of_patch.size() - begin) + "\n";
}

static bool is_name(std::string_view word) { return word == "apply_patch" || word == "applypatch"; }

static bool is_shell(const std::vector<std::string>& command)
{
    const auto& [shell, option] = std::pair(command[0], command[1]);
    return (shell == "bash" || shell == "sh" || shell == "zsh")
        && (option == "-lc" || option == "-c");
}

// Returns true for a script that consists of apply_patch <<'EOF', the patch, and EOF.
static bool is_here_document(const std::string& script, const std::string& patch)
{
    const std::string_view head
        = text::stripped(std::string_view(script).substr(0, script.find(begin_of_patch)));
    const std::size_t space = head.find_first_of(" <");
    if (space == std::string_view::npos || !is_name(head.substr(0, space)))
        return false;
    std::string_view mark = text::stripped(head.substr(space));
    if (!mark.starts_with("<<"))
        return false;
    mark = text::stripped(mark.substr(2));
    if (mark.size() > 2 && (mark.front() == '\'' || mark.front() == '"')
        && mark.back() == mark.front())
        mark = mark.substr(1, mark.size() - 2);
    const std::size_t end = script.find(patch) + patch.size();
    return end <= script.size() && text::stripped(std::string_view(script).substr(end)) == mark;
}

static std::string patch_of_command(const std::vector<std::string>& command)
{
    const std::string& last = command.back();
    if (command.size() == 1 && text::stripped(last).starts_with(begin_of_patch))
        return last;
    if (command.size() == 2 && is_name(command.front()))
        return last;
    std::string patch = patch_in(last);
    const bool is_script = command.size() == 1 || (command.size() == 3 && is_shell(command));
    if (is_script && !patch.empty() && is_here_document(last, patch))
        return patch;
    throw ToolError(Code::bad_request, "the command does more than apply a patch",
        patch.empty() ? "send the patch as 'unifiedDiff', and run programs by exec"
                      : "if its paths are relative to the root of the workspace, "
                + tool::as_request_for("", {{"unifiedDiff", patch}}));
}

std::string patch_of(const Request& request)
{
    const bool is_called = request.command.size() == 1 && is_name(request.command.front());
    if (request.unified_diff && (request.command.empty() || is_called))
        return *request.unified_diff;
    if (request.unified_diff)
        throw ToolError(Code::bad_request,
            "the request has two patches, 'unifiedDiff' and 'command'", "send one of them");
    if (request.command.empty() || is_called)
        throw ToolError(Code::bad_request, "the request lacks 'unifiedDiff'");
    return patch_of_command(request.command);
}

}
