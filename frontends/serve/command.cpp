#include "agent/channel/codec.hpp"
#include "frontends/serve/serve.hpp"
#include "frontends/serve/tokens.hpp"
#include "frontends/serve/webhooks.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/option_assign.hpp"

namespace frontends::serve {

using namespace agent;
using namespace runner;
using namespace runner::options;
using namespace toolkit;

static std::int64_t parse_large_size(std::string_view text)
{
    return static_cast<std::int64_t>(parse_bytes(text));
}

// Parses --hold. It is less than an hour, the time limit of a host tool.
static std::chrono::milliseconds parse_hold(std::string_view value)
{
    const std::chrono::milliseconds time = parse_duration(value);
    if (time > std::chrono::minutes(59))
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is more than 59m");
    return time;
}

// Parses --max-request-bytes. Limited by the length of a message to a worker.
static std::size_t parse_request_bytes(std::string_view value)
{
    const std::size_t bytes = parse_bytes(value);
    if (bytes > channel::max_line)
        throw ToolError(Code::bad_request,
            text::in_quotes(value) + " is more than " + std::to_string(channel::max_line));
    return bytes;
}

static std::vector<Option> options_of_places()
{
    return {
        {.name = "listen",
            .place = 400,
            .value = "ADDRESS",
            .help = "serve at 127.0.0.1:PORT, [::1]:PORT or unix:PATH; port 0 is a free one; "
                    "repeatable; by default unix:$XDG_RUNTIME_DIR/agentcli/serve.sock",
            .assign = add_text<&ServeOptions::listen>,
            .commands = {"serve"},
            .given = FlagRepetition::often},
        {.name = "peer",
            .value = "UID=SCOPES",
            .help = "let another user of this machine connect to the Unix sockets of --listen, "
                    "with these of read,run,approve, for its own runs, or read:all,run:all,"
                    "approve:all; repeatable",
            .assign = add_text<&ServeOptions::peers>,
            .commands = {"serve"},
            .given = FlagRepetition::often,
            .needs = "listen"},
        {.name = "state",
            .place = 410,
            .value = "DIR",
            .help = "the directory of runs and sessions; by default agentcli/serve in "
                    "$XDG_STATE_HOME, or in ~/.local/state",
            .assign = set_text<&ServeOptions::state>,
            .commands = {"serve"}},
    };
}

static std::vector<Option> options_of_tokens()
{
    return {
        {.name = "tokens",
            .value = "FILE",
            .help
            = "the tokens of several clients: lines NAME SCOPES sha256:HASH, as 'agentcli serve "
              "token' adds them",
            .assign = set_text<&ServeOptions::tokens>,
            .commands = {"serve"},
            .is_file = true},
        {.name = "tokens",
            .value = "FILE",
            .help = "the file that the token is added to",
            .assign = set_text<&ServeOptions::tokens>,
            .commands = {"serve token"},
            .is_required = true,
            .is_file = true},
    };
}

static std::vector<Option> options_of_choices()
{
    return {
        {.name = "profiles",
            .place = 420,
            .value = "NAMES",
            .help = "the profiles that a run may choose, a,b,c: the first is the default",
            .assign = set<&ServeOptions::profiles, parse_names>,
            .commands = {"serve"},
            .excludes = {"profile"}},
        {.name = "workflows",
            .value = "NAMES",
            .help = "the workflows that a run may name, a,b,c, as -w has them",
            .assign = set<&ServeOptions::workflows, parse_names>,
            .commands = {"serve"},
            .in_profile = true},
        {.name = "workspace",
            .letter = 'C',
            .value = "DIR",
            .help = "a directory that a run may choose, as NAME=DIR; the first one is the default; "
                    "repeatable; without it, the current directory is \"default\"",
            .assign = add_text<&ServeOptions::workspaces>,
            .commands = {"serve"},
            .given = FlagRepetition::often},
    };
}

static std::vector<Option> options_of_limits()
{
    return {
        {.name = "max-runs",
            .place = 430,
            .value = "N",
            .help = "runs at the same time; others wait",
            .assign = set<&ServeOptions::max_runs, parse_count>,
            .preset = "32",
            .commands = {"serve"}},
        {.name = "max-queued",
            .value = "N",
            .help = "runs that wait to begin; beyond that, a new one is refused",
            .assign = set<&ServeOptions::max_queued, parse_count>,
            .preset = "128",
            .commands = {"serve"}},
        {.name = "max-waiting",
            .value = "N",
            .help = "runs that do nothing but wait for answers; beyond that, the oldest one that "
                    "waits for results of tools of an OpenAI client ends",
            .assign = set<&ServeOptions::max_waiting, parse_count>,
            .preset = "256",
            .commands = {"serve"}},
        {.name = "max-connections",
            .value = "N",
            .help = "connections at the same time; fewer if descriptors are short",
            .assign = set<&ServeOptions::max_connections, parse_count>,
            .preset = "4096",
            .commands = {"serve"}},
        {.name = "max-request-bytes",
            .value = "BYTES",
            .help = "maximum size of the body of a request; at most 16777216",
            .assign = set<&ServeOptions::max_request_bytes, parse_request_bytes>,
            .preset = "4194304",
            .commands = {"serve"}},
    };
}

static std::vector<Option> options_of_kept_runs()
{
    return {
        {.name = "keep",
            .value = "TIME",
            .help = "keep the events of a run for this time after its end",
            .assign = set<&ServeOptions::keep, parse_duration>,
            .preset = "1h",
            .commands = {"serve"}},
        {.name = "keep-bytes",
            .value = "N",
            .help = "remove the oldest runs that have ended if all have more bytes of events",
            .assign = set<&ServeOptions::keep_bytes, parse_large_size>,
            .preset = "1073741824",
            .commands = {"serve"}},
    };
}

static std::vector<Option> options_of_time()
{
    return {
        {.name = "stall",
            .place = 450,
            .value = "TIME",
            .help = "disconnect a reader that takes nothing for this time",
            .assign = set<&ServeOptions::stall, parse_duration>,
            .preset = "30s",
            .commands = {"serve"}},
        {.name = "hold",
            .value = "TIME",
            .help = "let a run wait for results of tools of an OpenAI client for this time; at "
                    "most 59m",
            .assign = set<&ServeOptions::hold, parse_hold>,
            .preset = "10m",
            .commands = {"serve"}},
        {.name = "drain",
            .value = "TIME",
            .help = "after SIGTERM, let runs go on for this time before they are interrupted",
            .assign = set<&ServeOptions::drain, parse_duration>,
            .preset = "30s",
            .commands = {"serve"}},
        {.name = "exit-idle",
            .value = "TIME",
            .help = "end if there is no run, no stream and no request for this time",
            .assign = set<&ServeOptions::exit_idle, parse_duration>,
            .commands = {"serve"}},
    };
}

static std::vector<Option> options_of_notifications()
{
    return {
        {.name = "webhook",
            .place = 455,
            .value = "URL",
            .help = "post each end of a run to this URL, signed by Standard Webhooks",
            .assign = set_text<&ServeOptions::webhook>,
            .commands = {"serve"},
            .needs = "webhook-secret"},
        {.name = "webhook-secret",
            .value = "FILE",
            .help = "the secret that signs webhooks, as whsec_BASE64; a line for each secret",
            .assign = set_text<&ServeOptions::webhook_secret_file>,
            .commands = {"serve"},
            .is_file = true,
            .needs = "webhook"},
        {.name = "webhook-delays",
            .value = "TIMES",
            .help = "the times between the attempts to deliver a webhook, a,b,c: at most 4, 55m "
                    "together",
            .assign = set<&ServeOptions::webhook_delays, parse_webhook_delays>,
            .preset = "5s,5m,15m,30m",
            .commands = {"serve"},
            .needs = "webhook"},
        {.name = "otlp-endpoint",
            .value = "URL",
            .help = "send traces of runs to this OpenTelemetry collector, at URL/v1/traces",
            .assign = set_text<&ServeOptions::otlp_endpoint>,
            .commands = {"serve"}},
        {.name = "otlp-headers",
            .value = "FILE",
            .help = "headers for the collector, such as a key: a line NAME: VALUE for each",
            .assign = set_text<&ServeOptions::otlp_headers_file>,
            .commands = {"serve"},
            .is_file = true,
            .needs = "otlp-endpoint"},
    };
}

namespace {

// The command line of `agentcli serve` before its flags are read, in the child of the process that
// became the front.
class ServeAhead : public Ahead {
public:
    explicit ServeAhead(ServerSockets sockets)
        : sockets(std::move(sockets))
    {
    }

    ServerSockets sockets;
};

}

static std::unique_ptr<Ahead> begin(std::vector<std::string>& arguments, char** argv)
{
    ServerSockets sockets = begin_server(arguments, argv);
    return sockets.front ? std::make_unique<ServeAhead>(std::move(sockets)) : nullptr;
}

static int run(Invocation& by)
{
    return run_server(by.arguments, by.secrets, dynamic_cast<ServeAhead&>(*by.ahead).sockets);
}

static std::vector<CommandRow> commands()
{
    return {
        {.name = "serve",
            .purpose = "serve",
            .place = 30,
            .summary = "let programs start runs by HTTP and read their events",
            .brief = "let programs start runs by HTTP",
            .has_workspaces = true,
            .text = "Takes the flags of a run as defaults. Each run is an 'agentcli host'. Without "
                    "--listen it serves its user at $XDG_RUNTIME_DIR/agentcli/serve.sock. "
                    "docs/http.md has the rest.",
            .like = "host",
            .but = {"session", "fork", "load-messages", "save-messages", "record", "host-calls",
                "editor-servers", "workflow", "state", "parallel", "grace"},
            .shares = {"token-file", "allow-host", "allow-origin"},
            .mode = "serve",
            .span = Span::own,
            .run = run},
        {.name = "serve token",
            .purpose = "serve",
            .place = 31,
            .summary = "make a token for clients of 'agentcli serve', and print it this once",
            .brief = "make a token for clients of 'agentcli serve'",
            .words = "NAME SCOPES",
            .min_words = 2,
            .max_words = 2,
            .reads_config = false,
            .text = "SCOPES are read, run and approve, which cover what the client has begun, and "
                    "read:all, run:all and approve:all, which cover everything; with commas "
                    "between them. Adds a line with the token's SHA-256 to the file that --tokens "
                    "names; a running server reads it again at SIGHUP.",
            .run = [](Invocation& by) { return run_serve_token(by.options); }},
    };
}

static constexpr CommandExample examples[] {
    {"serve", "Serve this user at a socket of the runtime directory", "agentcli serve"},
    {"serve", "Serve clients with tokens at a port",
        "agentcli serve --listen 127.0.0.1:8700 --tokens ~/tokens"},
    {"serve token", "Make a token for a client that begins runs and reads them",
        "agentcli serve token web read,run --tokens ~/tokens"},
};

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_places, options_of_tokens, options_of_choices, options_of_limits,
        options_of_kept_runs, options_of_time, options_of_notifications},
    .examples = examples,
    .begin = begin,
};

}
