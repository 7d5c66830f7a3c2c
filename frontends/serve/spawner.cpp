#include "frontends/serve/spawner.hpp"

#include "runner/terminal/output.hpp"
#include "toolkit/io/event_loop.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/interrupt.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <map>
#include <utility>

namespace frontends::serve {

using namespace runner;
using namespace std::chrono_literals;

namespace {

struct Worker {
    pid_t process = -1;
    io::EventLoop::Source end;
};

// The front's ends of a worker's pipes.
struct Channels {
    File to_worker;
    File from_worker;
};

class Spawner {
public:
    Spawner(const File& front, Workers workers, const std::function<Configuration()>& read_again)
        : front(front)
        , read_again(read_again)
        , parent(getpid())
    {
        generations[newest] = std::move(workers);
    }

    void serve();
    void end_all();

private:
    bool take_orders();
    void obey(const Order& order);
    void start(const Order& order);
    void report_end(std::uint32_t number);
    [[noreturn]] void become_worker(
        const std::string& directory, const Workers::Command& command, int in, int out) const;
    void reload();
    void start_reader();
    [[noreturn]] void become_reader() const;
    void end_reader();
    void take_configuration(const File& text);

    // The child that reads the configuration again, and the file that it writes.
    struct Reader {
        pid_t process = -1;
        File text;
        io::EventLoop::Source end;
    };

    const File& front;
    const std::function<Configuration()>& read_again;
    std::map<std::uint32_t, Workers> generations;
    std::uint32_t newest = 0;
    pid_t parent;
    io::EventLoop loop;
    std::map<std::uint32_t, Worker> running;
    Reader reader;
    bool has_to_reload = false; // again, when the reader has ended
};

}

static std::pair<File, File> new_pipe()
{
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw system::system_error("cannot make a pipe");
    return {File(ends[0]), File(ends[1])};
}

// Throws BAD_REQUEST if an id of the order is not the id of a run.
static Workers::Command command_of(const Workers& workers, const Order& order)
{
    Workers::Command command = workers.commands[order.profile][order.workflow];
    command.push_back("--last-event=" + std::to_string(order.last_event));
    if (order.conversation == RunId())
        return command;
    const std::string run = order.conversation.text();
    if (!is_run_id(run) || order.workflow != 0)
        throw ToolError(Code::bad_request, "this cannot be ordered");
    command.push_back("--conversation=" + workers.runs + "/" + run + "/conversation");
    return command;
}

// Runs in the child. This program has no threads, so no lock is held there.
void Spawner::become_worker(
    const std::string& directory, const Workers::Command& command, int in, int out) const
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const bool is_ready = getppid() == parent && dup2(in, STDIN_FILENO) >= 0
        && dup2(out, STDOUT_FILENO) >= 0 && chdir(directory.c_str()) == 0;
    if (is_ready) {
        std::vector<char*> arguments;
        for (const auto& argument : command)
            arguments.push_back(const_cast<char*>(argument.c_str())); // NOLINT: as execve wants it
        arguments.push_back(nullptr);
        system::reset_signals();
        execve("/proc/self/exe", arguments.data(), environ);
    }
    _exit(126);
}

void Spawner::start(const Order& order)
{
    const auto generation = generations.find(order.generation);
    if (generation == generations.end())
        throw ToolError(Code::bad_request, "unknown generation");
    const Workers& workers = generation->second;
    const bool is_known_choice = order.profile < workers.commands.size()
        && order.workflow < workers.commands[order.profile].size()
        && order.workspace < workers.directories.size();
    if (!is_known_choice || running.contains(order.worker)
        || running.size() >= generations[newest].max_workers)
        throw ToolError(Code::bad_request, "this cannot be ordered");
    const Workers::Command command = command_of(workers, order);
    auto [in, to_worker] = new_pipe();
    auto [from_worker, out] = new_pipe();
    const pid_t process = fork();
    if (process < 0)
        throw system::system_error("cannot start a worker");
    if (process == 0)
        become_worker(
            workers.directories[order.workspace], command, in.descriptor(), out.descriptor());
    try {
        const std::uint32_t number = order.worker;
        running[number] = {process, loop.add_child(process, [=, this] { report_end(number); })};
    } catch (const ToolError&) {
        kill(process, SIGKILL);
        waitpid(process, nullptr, 0);
        running.erase(order.worker);
        throw;
    }
    const std::array passed {to_worker.descriptor(), from_worker.descriptor()};
    send_packet(front, Report {Report::started, order.worker, 0}, passed);
}

void Spawner::obey(const Order& order)
{
    const auto known = running.find(order.worker);
    if (order.kind == Order::kill && known != running.end())
        kill(known->second.process, SIGKILL);
    if (order.kind == Order::reload) {
        generations.erase(
            generations.begin(), generations.lower_bound(std::min(order.generation, newest)));
        return reload();
    }
    if (order.kind != Order::start)
        return;
    try {
        start(order);
    } catch (const ToolError&) {
        send_packet(front, Report {Report::refused, order.worker, 0});
    }
}

File file_in_memory(const std::string& text)
{
    File file(memfd_create("settings", MFD_CLOEXEC));
    if (!file)
        throw system::system_error("cannot hand over the settings");
    system::write_whole(file, "the settings", text);
    return file;
}

static Json json_of(const Workers& workers)
{
    return {{"commands", workers.commands}, {"directories", workers.directories},
        {"runs", workers.runs}, {"maxWorkers", workers.max_workers}};
}

static Workers workers_in(const Json& json)
{
    return {json.at("commands").get<std::vector<std::vector<Workers::Command>>>(),
        json.at("directories").get<std::vector<std::string>>(), json.at("runs"),
        json.at("maxWorkers")};
}

static void note_no_reload(const std::string& why)
{
    terminal::print_note(
        "cannot reload the configuration; the server keeps the current one: " + why);
}

// Runs in the child, so that its own children are not among those of the spawner.
void Spawner::become_reader() const
{
    std::signal(SIGTERM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int status = 1;
    try {
        const Configuration read = getppid() == parent ? read_again() : Configuration {};
        system::write_whole(reader.text, "the configuration",
            Json {{"workers", json_of(read.workers)}, {"settings", read.settings}}.dump());
        status = 0;
    } catch (const ToolError& error) {
        note_no_reload(terminal::one_line(error));
    } catch (const std::exception&) {
        note_no_reload("memory is short");
    }
    _exit(status);
}

void Spawner::start_reader()
{
    reader.text = file_in_memory({});
    reader.process = fork();
    if (reader.process == 0)
        become_reader();
    if (reader.process < 0)
        throw system::system_error("cannot start a process");
    try {
        reader.end = loop.add_child(reader.process, [this] { end_reader(); });
    } catch (const ToolError&) {
        kill(reader.process, SIGKILL);
        waitpid(reader.process, nullptr, 0);
        reader.process = -1;
        throw;
    }
}

// Keeps the current configuration if this fails: the workers go on.
void Spawner::reload()
try {
    has_to_reload = reader.process >= 0;
    if (!has_to_reload)
        start_reader();
} catch (const ToolError& error) {
    note_no_reload(terminal::one_line(error));
}

void Spawner::take_configuration(const File& text)
try {
    constexpr std::size_t max_bytes = 64 << 20;
    const Json read = json::parse_bounded(system::read_whole(text, "the configuration", max_bytes));
    const File settings = file_in_memory(read.at("settings"));
    generations[++newest] = workers_in(read.at("workers"));
    send_packet(front, Report {Report::reloaded, newest, 0}, std::array {settings.descriptor()});
} catch (const ToolError& error) {
    note_no_reload(terminal::one_line(error));
}

void Spawner::end_reader()
{
    siginfo_t end {};
    const auto process = static_cast<id_t>(reader.process);
    if (waitid(P_PID, process, &end, WEXITED | WNOHANG) != 0 || end.si_pid == 0)
        return;
    const Reader ended = std::exchange(reader, {});
    if (end.si_code == CLD_EXITED && end.si_status == 0)
        take_configuration(ended.text);
    if (has_to_reload)
        reload();
}

// Handles the orders that have arrived. Returns whether more may come.
bool Spawner::take_orders()
{
    for (;;) {
        Order order;
        switch (io::receive_packet(front.descriptor(), order, io::Wait::never, 0).outcome) {
        case io::Packet::Outcome::none: return true;
        case io::Packet::Outcome::whole: obey(order); break;
        case io::Packet::Outcome::other_size:
        case io::Packet::Outcome::end: return false;
        }
    }
}

static std::int32_t status_of_end(const siginfo_t& end)
{
    return end.si_code == CLD_EXITED ? end.si_status : 128 + end.si_status;
}

void Spawner::report_end(std::uint32_t number)
{
    const auto found = running.find(number);
    siginfo_t end {};
    const bool has_ended = found != running.end()
        && waitid(P_PID, static_cast<id_t>(found->second.process), &end, WEXITED | WNOHANG) == 0
        && end.si_pid != 0;
    if (!has_ended)
        return;
    running.erase(found);
    send_packet(front, Report {Report::ended, number, status_of_end(end)});
}

void Spawner::serve()
{
    bool is_over = false;
    auto orders = loop.add(front.descriptor(), [&](std::uint32_t) { is_over = !take_orders(); });
    if (!orders.await(EPOLLIN))
        throw system::system_error("cannot wait for orders");
    while (!is_over)
        loop.run_once();
}

// Ends all workers. Their stdin has ended with the front; they end their tools first.
void Spawner::end_all()
{
    const auto end_running = [&](int signal, std::chrono::milliseconds patience) {
        for (const auto& [number, worker] : running)
            kill(worker.process, signal);
        const auto deadline = io::EventLoop::Clock::now() + patience;
        while (!running.empty() && io::EventLoop::Clock::now() < deadline)
            try {
                loop.run_once(deadline);
            } catch (const ToolError&) { // the end cannot be reported
            }
    };
    if (reader.process >= 0)
        kill(reader.process, SIGKILL);
    end_running(SIGTERM, 3000ms);
    end_running(SIGKILL, 1000ms);
}

void serve_orders(
    const File& front, Workers workers, const std::function<Configuration()>& read_again)
{
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) // the front handles them
        std::signal(number, SIG_IGN);
    Spawner spawner(front, std::move(workers), read_again);
    try {
        spawner.serve();
    } catch (const ToolError&) { // the front has exited during a report
    }
    spawner.end_all();
}

}
