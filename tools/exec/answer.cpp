#include "answer.hpp"

#include "change_watch.hpp"
#include "own_directory.hpp"
#include "parameters.hpp"
#include "printed_notes.hpp"
#include "recorded_files.hpp"
#include "spelling.hpp"
#include "task.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/outputs.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/answer_fields.hpp"
#include "tools/exec/background/conversation.hpp"
#include "tools/exec/background/supervisor.hpp"
#include "tools/exec/checkpoint/checkpoint.hpp"
#include "tools/exec/process/pipes.hpp"
#include "tools/exec/process/supervisor.hpp"
#include "tools/exec/sandbox/hidden.hpp"
#include "tools/exec/sandbox/privileges.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace exec {

namespace {

// Removes old output files until they take at most `most` bytes. The files that this answer names
// are not removed.
void make_room_for_outputs(const process::Streams& streams, std::int64_t most)
{
    const std::array<const output::Spill*, 2> files {
        &streams.output.file(), &streams.errors.file()};
    for (const output::Spill* file : files)
        if (!file->file_name().empty())
            return system::remove_old_outputs(
                file->outputs(), most, {files[0]->file_name(), files[1]->file_name()});
}

}

// Returns true if commands may write to a directory that contains the workspace. Such commands can
// change the workspace, too.
static bool holds_workspace(const Request& request, const Workspace& workspace)
{
    const std::vector<std::string> places = sandbox::paths_to_write(request.written, workspace);
    return std::any_of(places.begin(), places.end(), [&](const std::string& place) {
        return text::strip_root(workspace.root_path(), place).has_value();
    });
}

// Restricts commands to the directories that --within names; the rest of the workspace is hidden.
static void narrow(sandbox::Permissions& permissions, const Workspace& workspace)
{
    if (permissions.policy == sandbox::Policy::unrestricted)
        throw ToolError(Code::sandbox_unavailable,
            "--policy=unrestricted runs commands without a sandbox, and --within requires one",
            "leave out one of the two flags");
    const bool writes = permissions.policy == sandbox::Policy::workspace_write;
    for (const std::string& path : workspace.within())
        (writes ? permissions.written : permissions.shown)
            .push_back(workspace.root_path() + "/" + path);
    permissions.policy = sandbox::Policy::read_only;
    permissions.hidden.push_back(workspace.root_path());
    permissions.hides_workspace = true;
    permissions.is_narrowed = true;
}

void lock_in(Request& request, const Workspace& workspace)
{
    if (request.policy == sandbox::Policy::read_only && holds_workspace(request, workspace))
        request.policy = sandbox::Policy::workspace_write;
    const mode_t inherited_umask = process::forget_inherited();
    sandbox::Permissions permissions {.policy = request.policy,
        .network = request.network,
        .unix_sockets = request.unix_sockets,
        .hidden = request.hidden,
        .shown = request.shown,
        .account = sandbox::account_for(request.user, workspace),
        .limits = {request.memory, request.cpu_seconds, request.processes, request.file_size,
            request.max_temporary},
        .umask = inherited_umask,
        .written = request.written,
        .hides_workspace = request.hides_workspace};
    if (!workspace.within().empty())
        narrow(permissions, workspace);
    sandbox::check_limits(permissions);
    if (request.policy != sandbox::Policy::read_only) {
        if (!request.own_directory)
            request.own_directory = make_own_directory(workspace);
        request.configs_of_user = git::read_configs_of_user(workspace);
    }
    request.enclosed
        = sandbox::enclose(permissions, workspace, request.temporary, request.required);
}

void prepare(Request& request, const Workspace& workspace)
{
    if (request.report || !request.cache.empty() || request.hides_secrets)
        throw ToolError(Code::bad_request,
            "--report, --cache and --hide-secrets need a command after --",
            "add -- COMMAND ARG…, or leave them out");
    if (request.role == Role::serve)
        background::supervise(request, workspace);
    if (!request.checkpoint.empty() && request.policy != sandbox::Policy::read_only)
        request.git = std::make_shared<checkpoint::GitHelper>(request.checkpoint, workspace);
    lock_in(request, workspace);
}

tool::Answer effects_of_flags(const Request& flags)
{
    Json effects {{"policy", tool::name_of_choice(flags.policy)},
        {"network", tool::name_of_choice(flags.network)}};
    if (flags.unix_sockets)
        effects["unixSockets"] = true;
    if (!flags.written.empty())
        effects["writesOutside"] = true;
    effects["sandbox"] = flags.policy == sandbox::Policy::unrestricted ? "none"
        : flags.required == sandbox::Required::namespaces              ? "namespaces"
                                                                       : "namespaces or landlock";
    effects["recordsFiles"] = true;
    effects["background"] = names_of_background;
    effects["live"] = true;
    return effects;
}

// A line in 'cmd' that does not name a program can only be meant as 'command', so it is run as one.
// With arguments in addition the intention is less clear: the error has the line in its hint.
process::Task task_or_hint(const Request& request, const Workspace& workspace)
{
    try {
        return task_of(request, workspace);
    } catch (ToolError& error) {
        if (error.code != Code::not_found || !request.command.empty()
            || !is_shell_line(request.program))
            throw;
        if (!request.arguments.empty()) {
            error.hint = as_hint(as_shell_request(request));
            throw;
        }
    }
    Request line = request;
    line.command = std::exchange(line.program, {});
    return task_of(line, workspace);
}

// Cuts the output to the limit of this call's answer, minus the room for the other fields.
static void obey_limit(process::Streams& streams)
{
    constexpr std::int64_t room_for_fields = 2048;
    if (const std::int64_t limit = tool::answer_limits_of_call().bytes; limit > 0)
        limit_streams(
            streams, static_cast<std::size_t>(limit - std::min(limit / 2, room_for_fields)));
}

static void add_output(Json& answer, const Request& request, process::Streams& streams)
{
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
}

namespace {

// Makes stderr non-blocking while this object exists: writes fail while stderr is full, since a
// slow reader must not block the command.
class StderrWithoutBlocking {
public:
    explicit StderrWithoutBlocking(bool is_wanted)
        : flags(is_wanted ? fcntl(STDERR_FILENO, F_GETFL) : -1)
    {
        if (flags >= 0)
            fcntl(STDERR_FILENO, F_SETFL, flags | O_NONBLOCK);
    }
    StderrWithoutBlocking(const StderrWithoutBlocking&) = delete;
    StderrWithoutBlocking& operator=(const StderrWithoutBlocking&) = delete;
    ~StderrWithoutBlocking()
    {
        if (flags >= 0)
            fcntl(STDERR_FILENO, F_SETFL, flags);
    }

private:
    const int flags; // flags before the change; -1 if they were not changed
};

}

static process::Outcome outcome_of(
    const process::Task& task, const Request& request, process::Streams& streams)
{
    const StderrWithoutBlocking live(request.is_live);
    return process::run(task, request.enclosed, streams);
}

// Runs the command. If the tool is asked to end, settles the history of the repository before it
// throws.
static process::Outcome watched_outcome(const process::Task& task, const Request& request,
    process::Streams& streams, const ChangeWatch& changes)
{
    try {
        return outcome_of(task, request, streams);
    } catch (const ToolError&) {
        Json unsaid = Json::object();
        changes.add_history(unsaid);
        throw;
    }
}

static Json answer_of_command(const Request& request, const Workspace& workspace)
{
    const process::EndingSignals ending;
    const process::Task task = task_or_hint(request, workspace);
    const auto most = static_cast<std::size_t>(request.max_output);
    process::Streams streams {
        output::Capture(most, output::Spill(workspace, "stdout", request.max_spill)),
        output::Capture(most, output::Spill(workspace, "stderr", request.max_spill)),
        request.is_live};
    const ChangeWatch changes(request, workspace);
    const RecordedFiles recorded(workspace, request.recorded_steps);
    const process::Outcome outcome = watched_outcome(task, request, streams, changes);
    recorded.record();
    obey_limit(streams);
    make_room_for_outputs(streams, request.max_kept);

    Json answer;
    add_status(answer, outcome);
    add_output(answer, request, streams);
    const std::string printed = streams.output.text() + "\n" + streams.errors.text();
    add_note(answer, request, workspace, printed);
    add_place_for_caches(answer, printed, request.enclosed.enclosure->temporary_path());
    answer["durationMs"] = outcome.duration.count();
    answer["sandbox"] = sandbox_field(request);
    changes.add_to(answer);
    if (request.enclosed.enclosure->temporary().is_left())
        answer["temporaryFilesLeft"]
            = text::printable(request.enclosed.enclosure->temporary().path());
    if (process::is_told_to_end())
        throw ToolError(Code::timed_out,
            text::in_quotes(request.command.empty() ? request.program : request.command)
                + " ended, but the tool was terminated before it could answer");
    return answer;
}

// Limits the output of a background command: the process that holds it does not know the limits of
// this call.
static Request with_less_output(Request request)
{
    if (const std::int64_t limit = tool::answer_limits_of_call().bytes; limit > 0)
        request.max_output = std::min(request.max_output, limit / 4);
    return request;
}

// Returns the time for both snapshots, at most 30 s: what remains of 620 s, the time limit of the
// tool, after the time limit of the command.
static std::chrono::seconds time_of_checkpoint(const Request& request)
{
    static constexpr std::chrono::seconds longest {30};
    static constexpr std::chrono::seconds limit_of_tool {620};
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(limit_of(request));
    return std::min(longest, limit_of_tool - seconds);
}

static Json answer_of_request(const Request& request, const Workspace& workspace)
{
    Json answer = background::is_asked_for(request) ? background::ask(with_less_output(request))
                                                    : answer_of_command(request, workspace);
    if (request.role == Role::use && !request.lists)
        background::add_running(answer);
    return answer;
}

tool::Answer execute(const Request& request, const Workspace& workspace)
{
    background::check(request);
    if (!request.git || request.lists)
        return answer_of_request(request, workspace);
    checkpoint::Checkpoint checkpoint(*request.git, workspace, time_of_checkpoint(request));
    Json answer = answer_of_request(request, workspace);
    checkpoint.record();
    if (!checkpoint.obstacle().empty())
        answer["noCheckpoints"] = checkpoint.obstacle();
    return answer;
}

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

// Returns ["sleep","make","and 3 more"], or ["3 processes"] if /proc does not name any of them.
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

}

void add_status(Json& answer, const process::Outcome& outcome)
{
    constexpr int killed_by_signal = 128; // the convention of shells
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

// Returns the size that a string has in JSON as tool::put_text() writes it: as text or in base64.
static std::size_t size_in_json(const std::string& bytes)
{
    const auto text = text::readable(bytes);
    if (!text)
        return (bytes.size() + 2) / 3 * 4;
    std::string literal;
    json::append_literal(literal, text->text);
    return literal.size();
}

static void limit_stream(output::Capture& stream, std::size_t room)
{
    constexpr int max_tries = 8;
    for (int count = 0; count < max_tries; ++count) {
        const std::string text = stream.text();
        const std::size_t size = size_in_json(text);
        if (size <= room)
            return;
        stream.limit(text.size() * room / size / 16 * 15);
    }
}

void limit_streams(process::Streams& streams, std::size_t room)
{
    const std::size_t output = size_in_json(streams.output.text());
    const std::size_t errors = size_in_json(streams.errors.text());
    limit_stream(streams.output, room - std::min(errors, room / 2));
    limit_stream(streams.errors, room - std::min(output, room / 2));
}

void add_stream(Json& answer, const std::string& name, const output::Capture& capture)
{
    const std::string text = capture.text();
    tool::put_text(answer, name, text);
    if (answer.contains(name))
        tool::put_invisible(answer, name + "Invisible", text, 0);
    if (!capture.file().path().empty()) {
        answer[name + "File"] = capture.file().path();
        answer[name + "NextLine"] = capture.first_missing_line();
    }
    if (!capture.file().path().empty() && capture.file().is_cut())
        answer[name + "FileTruncated"] = true;
    if (!capture.file().problem().empty())
        answer[name + "FileError"] = text::printable(capture.file().problem());
}

Json sandbox_field(const Request& request)
{
    const bool has_network = request.policy == sandbox::Policy::unrestricted
        || request.network == sandbox::Network::on;
    return {{"level", name_of(request.enclosed.enclosure->level())},
        {"policy", tool::name_of_choice(request.policy)}, {"network", has_network ? "on" : "off"},
        {"gaps", request.enclosed.enclosure->gaps()}};
}

}
