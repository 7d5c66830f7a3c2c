#include "frontends/serve/serve.hpp"

#include "agent/session/session.hpp"
#include "frontends/serve/choices.hpp"
#include "frontends/serve/enclosure.hpp"
#include "frontends/serve/front.hpp"
#include "frontends/serve/server_listeners.hpp"
#include "frontends/serve/spawner.hpp"
#include "frontends/serve/state_directory.hpp"
#include "runner/options/options.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/own_process.hpp"

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <utility>

namespace frontends::serve {

using namespace runner;

namespace {

// Sent to the front with descriptors: a file with the settings, the state directory, that of
// sessions, the listening sockets, and that of the sender if it runs.
struct Handover {
    std::uint32_t sockets = 0;
    std::uint32_t senders = 0; // 0 or 1
};

}

static std::string whole_of(const File& file)
{
    constexpr std::size_t max_bytes = 64 << 20;
    return system::read_whole(file, "the settings", max_bytes);
}

// Receives the parts of the front; nullopt if there will be no server, for a reason that the child
// has reported.
static std::optional<FrontParts> received_parts(const File& spawner)
{
    Handover handover;
    io::Packet received = io::receive_packet(spawner.descriptor(), handover);
    if (received.outcome != io::Packet::Outcome::whole
        || received.passed.size() != handover.sockets + handover.senders + 3)
        return std::nullopt;
    FrontParts parts;
    parts.settings = settings_in(json::parse_bounded(whole_of(received.passed[0])));
    parts.state = std::move(received.passed[1]);
    parts.sessions = std::move(received.passed[2]);
    for (std::size_t index = 0; index < handover.sockets; ++index)
        parts.listening.push_back(std::move(received.passed[index + 3]));
    if (handover.senders > 0)
        parts.sender = std::move(received.passed.back());
    return parts;
}

// Blocks these signals, and returns a descriptor to read them from.
static File blocked_signals(std::initializer_list<int> numbers)
{
    sigset_t set;
    sigemptyset(&set);
    for (const int number : numbers)
        sigaddset(&set, number);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    return File(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

// Waits for the end of the spawner, so that no process of the server is left when this one has
// ended.
static void await_end_of(const File& spawner)
{
    shutdown(spawner.descriptor(), SHUT_WR);
    Report report;
    while (io::receive_packet(spawner.descriptor(), report).outcome == io::Packet::Outcome::whole) {
    }
}

static int status_of_child(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Waits until the child has sent the parts of the front or has exited. Ends the child at the first
// signal.
static void await_parts(const File& spawner, const File& signals, pid_t child)
{
    for (bool has_killed = false; !system::is_readable(spawner.descriptor());) {
        system::Watch watch;
        watch.readable(spawner.descriptor());
        if (!has_killed)
            watch.readable(signals.descriptor());
        watch.wait();
        if (!has_killed && watch.is_ready(signals.descriptor())) {
            has_killed = true;
            kill(child, SIGTERM);
        }
    }
}

static void allow_all_descriptors()
{
    rlimit limit {};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

// Limits connections by the available descriptors. A run needs three, a queued one its log, a
// stream of an ended run two, and a client that has not shown a token one.
static void limit_connections(Settings& settings)
{
    constexpr std::int64_t others = 64;
    constexpr std::int64_t max_unauthenticated = 192;
    rlimit limit {};
    getrlimit(RLIMIT_NOFILE, &limit);
    const auto descriptors = static_cast<std::int64_t>(std::min<rlim_t>(limit.rlim_cur, 1'000'000));
    const std::int64_t taken
        = others + 3 * (settings.max_runs + settings.max_waiting) + settings.max_queued;
    const std::int64_t room
        = (descriptors - taken) / std::max<std::int64_t>(1, std::ssize(settings.http_listeners));
    settings.max_unauthenticated = std::clamp<std::int64_t>(room / 4, 1, max_unauthenticated);
    settings.max_connections = std::clamp<std::int64_t>(
        (room - settings.max_unauthenticated) / 2, 1, settings.max_connections);
}

static int run_front(const File& spawner, pid_t child)
{
    const Signals signals {blocked_signals({SIGINT, SIGTERM, SIGQUIT}), blocked_signals({SIGHUP})};
    allow_all_descriptors();
    await_parts(spawner, signals.ends, child);
    std::optional<FrontParts> parts = received_parts(spawner);
    if (!parts)
        return status_of_child(child);
    int status = 1;
    try {
        limit_connections(parts->settings);
        mallopt(M_MMAP_THRESHOLD, 128 << 10); // so that the memory of a long list is released
        lock_in_front(parts->state, parts->sessions);
        Front front(std::move(*parts), spawner, signals);
        send_packet(spawner, Order {}); // the server may be announced
        status = front.serve();
    } catch (const ToolError& error) {
        const std::string line = "agentcli: " + terminal::one_line(error) + "\n";
        status = write(STDERR_FILENO, line.data(), line.size()) < 0 ? 1 : 3;
    }
    await_end_of(spawner);
    return status;
}

ServerSockets begin_server(const std::vector<std::string>& arguments, char** argv)
{
    const bool is_token = arguments.size() > 1 && arguments[1] == "token";
    if (arguments.empty() || arguments.front() != "serve" || is_token)
        return {};
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot make the sockets of the server");
    File ours(ends[0]);
    File theirs(ends[1]);
    const pid_t child = fork();
    if (child < 0)
        throw system::system_error("cannot start the spawner");
    if (child == 0) {
        ours.close();
        SenderProcess sender = fork_sender(theirs, argv);
        return {std::move(theirs), std::move(sender)};
    }
    theirs.close();
    system::erase_arguments_and_environment(argv);
    int status = 1;
    try {
        status = run_front(ours, child);
    } catch (const std::exception&) { // memory is short
    }
    _exit(status);
}

static Settings settings_of(const options::Options& options, const Choices& choices,
    std::vector<ListenerRules> http_listeners)
{
    Settings settings;
    settings.profiles = choices.profiles;
    settings.workspaces = choices.workspaces;
    settings.http_listeners = std::move(http_listeners);
    settings.max_runs = options.own.of<ServeOptions>().max_runs;
    settings.max_queued = options.own.of<ServeOptions>().max_queued;
    settings.max_waiting = options.own.of<ServeOptions>().max_waiting;
    settings.hold = options.own.of<ServeOptions>().hold;
    settings.keep = options.own.of<ServeOptions>().keep;
    settings.keep_bytes = options.own.of<ServeOptions>().keep_bytes;
    settings.max_connections = options.own.of<ServeOptions>().max_connections;
    settings.max_request_bytes = options.own.of<ServeOptions>().max_request_bytes;
    settings.stall = options.own.of<ServeOptions>().stall;
    settings.drain = options.own.of<ServeOptions>().drain;
    settings.exit_idle = options.own.of<ServeOptions>().exit_idle;
    settings.has_traces = !options.own.of<ServeOptions>().otlp_endpoint.empty();
    settings.has_webhook = !options.own.of<ServeOptions>().webhook.empty();
    settings.webhook_delays = options.own.of<ServeOptions>().webhook_delays;
    return settings;
}

namespace {

// Files that are passed to the front along with its settings.
struct FrontFiles {
    std::array<int, 2> directories; // of the state and of sessions
    std::vector<int> listening;
    File sender; // the socket of the sender; closed if the sender does not run
};

}

static void hand_over(const File& front, const Settings& settings, const FrontFiles& files)
{
    const File text = file_in_memory(json_of(settings).dump());
    std::vector<int> passed {text.descriptor(), files.directories[0], files.directories[1]};
    passed.insert(passed.end(), files.listening.begin(), files.listening.end());
    Handover handover {static_cast<std::uint32_t>(files.listening.size()), 0};
    if (files.sender) {
        handover.senders = 1;
        passed.push_back(files.sender.descriptor());
    }
    send_packet(front, handover, passed);
}

static void announce(const ServerListeners& place, const std::vector<std::string>& notes)
{
    for (const auto& note : notes)
        terminal::print_note(note);
    for (const auto& note : place.notes())
        terminal::print_note(note);
    terminal::print(place.announcement().dump() + "\n");
}

// Returns the sockets that systemd has passed (sd_listen_fds(3)) to the process that became the
// front. Removes the variables, so that no other program uses them.
static std::vector<File> passed_sockets()
{
    constexpr int first_passed = 3;
    const auto number_of = [](const char* name) {
        const char* const value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): one thread
        return value == nullptr ? 0 : std::atoi(value); // NOLINT(cert-err34-c): 0 is none
    };
    const int count = number_of("LISTEN_PID") == getppid() ? number_of("LISTEN_FDS") : 0;
    for (const char* name : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"})
        unsetenv(name); // NOLINT(concurrency-mt-unsafe)
    std::vector<File> sockets;
    for (int index = 0; index < std::min(count, 16); ++index) {
        fcntl(first_passed + index, F_SETFD, FD_CLOEXEC);
        sockets.emplace_back(first_passed + index);
    }
    return sockets;
}

// Prints the notes. Throws BAD_REQUEST if the manifest of a profile cannot be used.
static void require_manifests(const Choices& choices)
{
    const bool is_usable = std::none_of(choices.profiles.begin(), choices.profiles.end(),
        [](const Profile& profile) { return profile.tools.is_null(); });
    for (const auto& note : choices.notes)
        terminal::print_note(note);
    if (!is_usable)
        throw ToolError(Code::bad_request, "the manifest of a profile cannot be used");
}

int run_server(const std::vector<std::string>& arguments, const redaction::Secrets& secrets,
    ServerSockets& sockets)
{
    const File& front = sockets.front;
    std::vector<File> passed = passed_sockets();
    const options::Options options = options::parse_options(arguments);
    const std::vector<std::string> directories = directories_of(options);
    const StateDirectory state(options, directories);
    const redaction::Redaction redaction(secrets);
    const std::string own_sessions = options.sessions.empty() ? state.path() + "/sessions" : "";
    const File sessions
        = session::open_session_directory(own_sessions.empty() ? options.sessions : own_sessions);
    const OwnDirectories own {state.path(), own_sessions};
    Choices choices = choices_of(options, arguments, own, redaction);
    ServerListeners place(options, directories, std::move(passed));
    hand_over(front, settings_of(options, choices, place.http_listeners()),
        {{state.directory().descriptor(), sessions.descriptor()}, place.descriptors(),
            configure(sockets.sender, sender_settings_of(options, directories))});
    Order ready;
    if (io::receive_packet(front.descriptor(), ready).outcome != io::Packet::Outcome::whole)
        return 3; // it has reported the reason
    announce(place, choices.notes);
    serve_orders(front, std::move(choices.workers), [&] {
        const options::Options again = options::parse_options(arguments);
        Choices read = choices_of(again, arguments, own, redaction);
        require_manifests(read);
        const std::string settings
            = json_of(settings_of(again, read, place.listener_rules(again))).dump();
        return Configuration {std::move(read.workers), settings};
    });
    await_end_of(sockets.sender);
    return 0;
}

}
