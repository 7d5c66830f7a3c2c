#include "answer.hpp"

#include "changed_later_files.hpp"
#include "own_folder.hpp"
#include "request_json.hpp"
#include "spelling.hpp"
#include "task.hpp"
#include "tools/exec/git/git_obeys.hpp"
#include "tools/exec/output/outputs.hpp"
#include "tools/exec/process/inherited.hpp"
#include "tools/exec/sandbox/run_as.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/bytes_field.hpp"
#include "toolkit/tool/runs_later_field.hpp"

#include <sys/wait.h>

#include <array>
#include <cstring>
#include <optional>

namespace exec {

using namespace toolkit;

namespace {

std::string name_of_signal(int signal)
{
    const char* name = sigabbrev_np(signal);
    return "SIG" + (name != nullptr ? std::string(name) : std::to_string(signal));
}

std::string_view name_of(sandbox::Level level)
{
    switch (level) {
    case sandbox::Level::none: return "none";
    case sandbox::Level::landlock: return "landlock";
    case sandbox::Level::namespaces: break;
    }
    return "namespaces";
}

// ["sleep","make","and 3 more"], or ["3 processes"] where /proc names none.
Json names_of_killed(const process::Outcome& outcome)
{
    Json names = Json::array();
    for (const std::string& name : outcome.names)
        names.push_back(text::printable(name));
    const auto unnamed = outcome.killed - static_cast<int>(outcome.names.size());
    if (unnamed > 0)
        names.push_back(names.empty()
                ? std::to_string(unnamed) + (unnamed == 1 ? " process" : " processes")
                : "and " + std::to_string(unnamed) + " more");
    return names;
}

void add_status(Json& answer, const process::Outcome& outcome)
{
    constexpr int killed_by_signal = 128; // as shells count
    if (WIFSIGNALED(outcome.status)) {
        answer["exitCode"] = killed_by_signal + WTERMSIG(outcome.status);
        answer["signal"] = name_of_signal(WTERMSIG(outcome.status));
    } else
        answer["exitCode"] = WEXITSTATUS(outcome.status);
    if (outcome.timed_out)
        answer["timedOut"] = true;
    if (outcome.killed > 0)
        answer["killed"] = names_of_killed(outcome);
}

void add_stream(Json& answer, const std::string& name, output::Capture& capture)
{
    tool::put_bytes(answer, name, capture.text());
    if (!capture.file().path().empty())
        answer[name + "File"] = capture.file().path();
    if (!capture.file().path().empty() && capture.file().is_cut())
        answer[name + "FileTruncated"] = true;
    if (!capture.file().problem().empty())
        answer[name + "FileError"] = text::printable(capture.file().problem());
}

Json printable_paths(const std::vector<std::string>& paths)
{
    Json array = Json::array();
    for (const std::string& path : paths)
        array.push_back(text::printable(path));
    return array;
}

void add_git(Json& answer, const git::GitWatch::Found& found)
{
    if (!found.obeyed.empty())
        answer["gitObeys"] = printable_paths(found.obeyed);
    if (found.more > 0)
        answer["gitObeysMore"] = found.more;
    if (found.is_incomplete)
        answer["gitObeysIncomplete"] = true;
    if (!found.removed.empty())
        answer["gitRemoved"] = printable_paths(found.removed);
}

// Those that this answer names stay.
void make_room_for_outputs(const process::Streams& streams, std::int64_t most)
{
    const std::array<const output::Spill*, 2> files {
        &streams.output.file(), &streams.errors.file()};
    for (const output::Spill* file : files)
        if (!file->file_name().empty())
            return output::remove_old_outputs(
                file->outputs(), most, {files[0]->file_name(), files[1]->file_name()});
}

}

void prepare(Request& request, const Workspace& workspace)
{
    const mode_t inherited_umask = process::forget_inherited();
    const sandbox::Permissions permissions {.policy = request.policy,
        .network = request.network,
        .unix_sockets = request.unix_sockets,
        .hidden = request.hidden,
        .shown = request.shown,
        .account = sandbox::account_for(request.user, workspace),
        .limits = {request.memory, request.cpu_seconds, request.processes, request.file_size,
            request.most_temporary},
        .umask = inherited_umask};
    sandbox::check_limits(permissions);
    if (request.policy != sandbox::Policy::read_only) {
        request.own_folder = std::make_shared<File>(make_own_folder(workspace));
        request.configs_of_user = git::read_configs_of_user();
    }
    request.enclosed
        = sandbox::enclose(permissions, workspace, request.temporary, request.required);
}

tool::Answer effects_of_flags(const Request& flags)
{
    Json effects {{"policy", tool::name_of_choice(flags.policy)},
        {"network", tool::name_of_choice(flags.network)}};
    if (flags.unix_sockets)
        effects["unixSockets"] = true;
    effects["sandbox"] = flags.policy == sandbox::Policy::unrestricted ? "none"
        : flags.required == sandbox::Required::namespaces              ? "namespaces"
                                                                       : "namespaces or landlock";
    return effects;
}

// A line in 'cmd' names no program, and would do as 'command'.
process::Task task_or_hint(const Request& request, const Workspace& workspace)
{
    try {
        return task_of(request, workspace);
    } catch (ToolError& error) {
        if (error.code == Code::not_found && request.command.empty()
            && is_shell_line(request.program))
            error.hint = as_hint(as_shell_request(request));
        throw;
    }
}

tool::Answer execute(const Request& request, const Workspace& workspace)
{
    const process::Task task = task_or_hint(request, workspace);
    const auto most = static_cast<std::size_t>(request.most_output);
    process::Streams streams {
        output::Capture(most, output::Spill(workspace, "stdout", request.most_spill)),
        output::Capture(most, output::Spill(workspace, "stderr", request.most_spill))};
    const bool writes = request.policy != sandbox::Policy::read_only;
    const std::optional<git::GitWatch> git = writes
        ? std::make_optional<git::GitWatch>(workspace, request.configs_of_user)
        : std::nullopt;
    const timespec start = time_of_changes();
    const process::Outcome outcome = process::run(task, request.enclosed, streams);
    make_room_for_outputs(streams, request.most_kept);

    Json answer;
    add_status(answer, outcome);
    if (request.streams == Streams::interleaved) {
        add_stream(answer, "output", streams.output);
        answer["outputBytes"] = streams.output.total_bytes();
    } else {
        add_stream(answer, "stdout", streams.output);
        add_stream(answer, "stderr", streams.errors);
        answer["stdoutBytes"] = streams.output.total_bytes();
        answer["stderrBytes"] = streams.errors.total_bytes();
    }
    answer["truncated"] = streams.output.is_cut() || streams.errors.is_cut();
    answer["durationMs"] = outcome.duration.count();
    const bool has_network = request.policy == sandbox::Policy::unrestricted
        || request.network == sandbox::Network::on;
    answer["sandbox"] = {{"level", name_of(request.enclosed.enclosure->level())},
        {"policy", tool::name_of_choice(request.policy)}, {"network", has_network ? "on" : "off"},
        {"gaps", request.enclosed.enclosure->gaps()}};
    if (git)
        add_git(answer,
            git->look(request.policy == sandbox::Policy::unrestricted ? git::Leavings::reported
                                                                      : git::Leavings::removed));
    if (request.policy != sandbox::Policy::read_only)
        tool::put_runs_later(answer, files_changed_since(start, workspace));
    return answer;
}

}
