#include "runner/options/option_assign.hpp"

namespace runner::options {

using namespace toolkit;

static void listen_at(Options& options, std::string_view value)
{
    options.listen_at.emplace_back(value);
}

static void add_peer(Options& options, std::string_view value)
{
    options.peers.emplace_back(value);
}

static void add_workspace(Options& options, std::string_view value)
{
    options.workspaces.emplace_back(value);
}

static std::int64_t parse_large_size(std::string_view text)
{
    return static_cast<std::int64_t>(parse_bytes(text));
}

// A host tool may take an hour.
static void hold(Options& options, std::string_view value)
{
    options.hold = parse_duration(value);
    if (options.hold > std::chrono::minutes(59))
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is more than 59m");
}

static std::vector<Option> options_of_addresses()
{
    return {
        {.name = "listen",
            .value = "ADDRESS",
            .help = "serve at 127.0.0.1:PORT, [::1]:PORT or unix:PATH; port 0 is a free one; "
                    "repeatable; by default unix:$XDG_RUNTIME_DIR/agentcli/serve.sock",
            .assign = listen_at,
            .commands = {Command::serve},
            .given = Given::often},
        {.name = "peer",
            .value = "UID=SCOPES",
            .help = "let another user of this machine connect to the Unix sockets of --listen, "
                    "with these of read,run,approve; repeatable",
            .assign = add_peer,
            .commands = {Command::serve},
            .given = Given::often,
            .needs = "listen"},
    };
}

static std::vector<Option> options_of_server_files()
{
    return {
        {.name = "state",
            .value = "DIR",
            .help = "the directory of runs and sessions; by default agentcli/serve in "
                    "$XDG_STATE_HOME, or in ~/.local/state",
            .assign = text<&Options::state>,
            .commands = {Command::serve}},
        {.name = "tokens",
            .value = "FILE",
            .help = "the tokens of several clients: lines NAME SCOPES SHA256, as 'agentcli serve "
                    "token' adds them",
            .assign = text<&Options::tokens>,
            .commands = {Command::serve},
            .is_file = true},
        {.name = "tokens",
            .value = "FILE",
            .help = "the file that the token is added to",
            .assign = text<&Options::tokens>,
            .commands = {Command::serve_token},
            .is_required = true,
            .is_file = true},
        {.name = "sessions",
            .value = "DIR",
            .help = "the directory of sessions; by default the user's, and of serve that in its "
                    "state directory",
            .assign = text<&Options::sessions>,
            .commands = {Command::host}},
    };
}

static std::vector<Option> options_of_choices()
{
    return {
        {.name = "profiles",
            .value = "NAMES",
            .help = "the profiles that a run may choose, a,b,c: the first is the default",
            .assign = set<&Options::profiles, parse_names>,
            .commands = {Command::serve},
            .excludes = {"profile"}},
        {.name = "workflows",
            .value = "NAMES",
            .help = "the workflows that a run may name, a,b,c, as -w has them",
            .assign = set<&Options::workflows, parse_names>,
            .commands = {Command::serve},
            .in_profile = true},
        {.name = "workspace",
            .letter = 'C',
            .value = "DIR",
            .help = "a directory that a run may choose, as NAME=DIR; the first one is the default; "
                    "repeatable; without it, the current directory is \"default\"",
            .assign = add_workspace,
            .commands = {Command::serve},
            .given = Given::often},
    };
}

static std::vector<Option> options_of_time()
{
    return {
        {.name = "stall",
            .value = "TIME",
            .help = "disconnect a reader that takes nothing for this time",
            .assign = set<&Options::stall, parse_duration>,
            .preset = "30s",
            .commands = {Command::serve}},
        {.name = "hold",
            .value = "TIME",
            .help = "let a run wait for results of tools of an OpenAI client for this time; at "
                    "most 59m",
            .assign = hold,
            .preset = "10m",
            .commands = {Command::serve}},
        {.name = "drain",
            .value = "TIME",
            .help = "after SIGTERM, let runs go on for this time before they are interrupted",
            .assign = set<&Options::drain, parse_duration>,
            .preset = "30s",
            .commands = {Command::serve}},
        {.name = "exit-idle",
            .value = "TIME",
            .help = "end if there is no run, no stream and no request for this time",
            .assign = set<&Options::exit_idle, parse_duration>,
            .commands = {Command::serve}},
    };
}

static std::vector<Option> options_of_workers()
{
    return {
        {.name = "worker-memory",
            .value = "SIZE",
            .help = "end a run in order if agentcli itself takes more memory for it, 512M or 2G "
                    "for instance; its tools may take more; of serve it is 1G by default",
            .assign = set<&Options::worker_memory, parse_memory>,
            .commands = {Command::host}},
    };
}

static std::vector<Option> options_of_server_limits()
{
    return {
        {.name = "max-runs",
            .value = "N",
            .help = "runs at the same time; others wait",
            .assign = set<&Options::max_runs, parse_count>,
            .preset = "32",
            .commands = {Command::serve}},
        {.name = "max-queued",
            .value = "N",
            .help = "runs that wait to begin; beyond that, a new one is refused",
            .assign = set<&Options::max_queued, parse_count>,
            .preset = "128",
            .commands = {Command::serve}},
        {.name = "max-waiting",
            .value = "N",
            .help = "runs that do nothing but wait for answers; beyond that, the oldest one that "
                    "waits for results of tools of an OpenAI client ends",
            .assign = set<&Options::max_waiting, parse_count>,
            .preset = "256",
            .commands = {Command::serve}},
        {.name = "max-connections",
            .value = "N",
            .help = "connections at the same time; fewer if descriptors are short",
            .assign = set<&Options::max_connections, parse_count>,
            .preset = "4096",
            .commands = {Command::serve}},
        {.name = "keep",
            .value = "TIME",
            .help = "keep the events of a run for this time after its end",
            .assign = set<&Options::keep, parse_duration>,
            .preset = "1h",
            .commands = {Command::serve}},
        {.name = "keep-bytes",
            .value = "N",
            .help = "remove the oldest runs that have ended if all have more bytes of events",
            .assign = set<&Options::keep_bytes, parse_large_size>,
            .preset = "1073741824",
            .commands = {Command::serve}},
    };
}

std::vector<Option> options_of_serving()
{
    return joined({options_of_addresses, options_of_server_files, options_of_choices,
        options_of_server_limits, options_of_workers, options_of_time});
}

}
