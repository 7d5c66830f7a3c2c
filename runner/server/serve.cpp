#include "runner/server/serve.hpp"

#include "runner/options/command_line.hpp"
#include "runner/options/options.hpp"
#include "runner/server/enclosure.hpp"
#include "runner/server/front.hpp"
#include "runner/server/packets.hpp"
#include "runner/server/place.hpp"
#include "runner/server/spawner.hpp"
#include "runner/server/state_directory.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>

namespace runner::server {

namespace fs = std::filesystem;

// Keys may be among both.
static void forget_command_line_and_environment(char** argv)
{
    for (char** argument = argv; argument[0] != nullptr && argument[1] != nullptr; ++argument)
        explicit_bzero(argument[1], std::strlen(argument[1]));
    for (char** variable = environ; *variable != nullptr; ++variable)
        explicit_bzero(*variable, std::strlen(*variable));
    static std::array<char*, 1> none {};
    environ = none.data();
}

namespace {

// What is handed to the front: a file with the settings, the state directory, the sockets that
// listen.
struct Handover {
    std::uint32_t sockets = 0;
};

}

static std::string whole_of(const File& file)
{
    constexpr std::size_t max_bytes = 64 << 20;
    return system::read_whole(file, "the settings", max_bytes);
}

// None if there will be no server: the child has said why.
static std::optional<FrontParts> received_parts(const File& spawner)
{
    Handover handover;
    Received received = receive_packet(spawner, handover, true);
    if (received.outcome != Received::Outcome::packet
        || received.passed.size() != handover.sockets + 2)
        return std::nullopt;
    FrontParts parts;
    parts.settings = settings_in(json::parse_bounded(whole_of(received.passed[0])));
    parts.state = std::move(received.passed[1]);
    for (std::size_t index = 0; index < handover.sockets; ++index)
        parts.listening.push_back(std::move(received.passed[index + 2]));
    return parts;
}

static File signals_of_front()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        sigaddset(&set, number);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    return File(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

// So that nothing of the server is left when this process has ended.
static void await_end_of(const File& spawner)
{
    shutdown(spawner.descriptor(), SHUT_WR);
    Report report;
    while (receive_packet(spawner, report, true).outcome == Received::Outcome::packet) { }
}

static int status_of_child(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int run_front(const File& spawner, pid_t child)
{
    const File signals = signals_of_front();
    std::optional<FrontParts> parts = received_parts(spawner);
    if (!parts)
        return status_of_child(child);
    int status = 1;
    try {
        lock_in_front(parts->state);
        Front front(std::move(*parts), spawner, signals);
        send_packet(spawner, Order {}); // it may be announced
        status = front.serve();
    } catch (const ToolError& error) {
        const std::string line = "agentcli: " + terminal::one_line(error) + "\n";
        status = write(STDERR_FILENO, line.data(), line.size()) < 0 ? 1 : 3;
    }
    await_end_of(spawner);
    return status;
}

File begin_server(const std::vector<std::string>& arguments, char** argv)
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
    if (child == 0)
        return theirs;
    theirs.close();
    forget_command_line_and_environment(argv);
    int status = 1;
    try {
        status = run_front(ours, child);
    } catch (const std::exception&) { // where memory is short
    }
    _exit(status);
}

static std::string absolute_value(const options::GivenFlag& flag)
{
    const bool is_path = flag.option->is_file || flag.option->value == "DIR";
    if (!is_path || flag.value == "-")
        return flag.value;
    return fs::absolute(flag.value).lexically_normal();
}

// The flags of a worker: those of the server that an `agentcli host` takes. Files are named from
// the server's directory, and workers run in their workspaces.
static std::vector<std::string> flags_of_workers(const std::vector<std::string>& arguments)
{
    std::vector<std::string> flags;
    for (const auto& flag : options::read_command_line(arguments).flags)
        if (options::takes(options::Command::host, *flag.option))
            flags.push_back("--" + flag.option->name + "=" + absolute_value(flag));
    return flags;
}

// As the worker would read it, with what the front may know of it.
static Profile profile_of(const std::string& name, const std::vector<std::string>& command)
{
    const options::Options options = options::parse_options({command.begin() + 1, command.end()});
    const start::RunConfig config = start::run_config_of(options);
    Profile profile {name, {}, options.host_may};
    profile.allowed.limits = config.limits;
    profile.allowed.approve = config.approve;
    profile.allowed.tools.only = config.tools.only;
    profile.allowed.output_schema_file = config.output_schema_file.empty() ? "" : "given";
    return profile;
}

static Settings settings_of(const options::Options& options)
{
    Settings settings;
    settings.max_runs = options.max_runs;
    settings.max_queued = options.max_queued;
    settings.keep = options.keep;
    settings.keep_bytes = options.keep_bytes;
    return settings;
}

static File file_of(const std::string& text)
{
    File file(memfd_create("settings", MFD_CLOEXEC));
    if (!file)
        throw system::system_error("cannot hand over the settings");
    system::write_whole(file, "the settings", text);
    return file;
}

static void hand_over(
    const File& front, const Settings& settings, const File& state, const Place& place)
{
    const File text = file_of(json_of(settings).dump());
    std::vector<int> passed {text.descriptor(), state.descriptor()};
    for (const int descriptor : place.descriptors())
        passed.push_back(descriptor);
    send_packet(front, Handover {static_cast<std::uint32_t>(passed.size() - 2)}, passed);
}

static void announce(const Place& place)
{
    for (const auto& note : place.notes())
        terminal::print_note(note);
    terminal::print(place.announcement().dump() + "\n");
}

int run_server(const std::vector<std::string>& arguments, const File& front)
{
    const options::Options options = options::parse_options(arguments);
    Workers workers;
    workers.directories = {fs::current_path()};
    const StateDirectory state(options, workers.directories);
    const std::string sessions = options.sessions.empty()
        ? state.path() + "/sessions"
        : fs::absolute(options.sessions).lexically_normal().string();
    std::vector<std::string> command {"agentcli", "host"};
    for (auto& flag : flags_of_workers(arguments))
        command.push_back(std::move(flag));
    if (options.sessions.empty())
        command.push_back("--sessions=" + sessions);
    if (!options.profile.empty() || !command.empty())
        workers.commands.push_back(command);
    Settings settings = settings_of(options);
    settings.profiles.push_back(
        profile_of(options.profile.empty() ? "default" : options.profile, command));
    settings.workspaces = {"default"};
    const Place place(options, workers.directories);
    settings.doors = place.doors();
    workers.max_workers = static_cast<std::size_t>(options.max_runs);
    hand_over(front, settings, state.directory(), place);
    Order ready;
    if (receive_packet(front, ready, true).outcome != Received::Outcome::packet)
        return 3; // it has said why
    announce(place);
    serve_orders(front, workers);
    return 0;
}

}
