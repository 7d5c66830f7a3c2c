#include "frontends/serve/spawner.hpp"

#include "toolkit/io/event_loop.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/interrupt.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <map>
#include <utility>

namespace frontends::serve {

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
    Spawner(const File& front, const Workers& workers)
        : front(front)
        , workers(workers)
        , parent(getpid())
    {
    }

    void serve();
    void end_all();

private:
    bool take_orders();
    void obey(const Order& order);
    void start(const Order& order);
    void report_end(std::uint32_t number);
    [[noreturn]] void become_worker(const Order& order, int in, int out) const;

    const File& front;
    const Workers& workers;
    pid_t parent;
    io::EventLoop loop;
    std::map<std::uint32_t, Worker> running;
};

}

static std::pair<File, File> new_pipe()
{
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw system::system_error("cannot make a pipe");
    return {File(ends[0]), File(ends[1])};
}

// Runs in the child. This program has no threads, so no lock is held there.
void Spawner::become_worker(const Order& order, int in, int out) const
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const bool is_ready = getppid() == parent && dup2(in, STDIN_FILENO) >= 0
        && dup2(out, STDOUT_FILENO) >= 0
        && chdir(workers.directories[order.workspace].c_str()) == 0;
    if (is_ready) {
        std::vector<char*> arguments;
        for (const auto& argument : workers.commands[order.profile][order.workflow])
            arguments.push_back(const_cast<char*>(argument.c_str())); // NOLINT: as execve wants it
        arguments.push_back(nullptr);
        system::reset_signals();
        execve("/proc/self/exe", arguments.data(), environ);
    }
    _exit(126);
}

void Spawner::start(const Order& order)
{
    auto [in, to_worker] = new_pipe();
    auto [from_worker, out] = new_pipe();
    const pid_t process = fork();
    if (process < 0)
        throw system::system_error("cannot start a worker");
    if (process == 0)
        become_worker(order, in.descriptor(), out.descriptor());
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
    if (order.kind != Order::start)
        return;
    try {
        const bool is_known_choice = order.profile < workers.commands.size()
            && order.workflow < workers.commands[order.profile].size()
            && order.workspace < workers.directories.size();
        if (!is_known_choice || known != running.end() || running.size() >= workers.max_workers)
            throw ToolError(Code::bad_request, "this cannot be ordered");
        start(order);
    } catch (const ToolError&) {
        send_packet(front, Report {Report::refused, order.worker, 0});
    }
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
    end_running(SIGTERM, 3000ms);
    end_running(SIGKILL, 1000ms);
}

void serve_orders(const File& front, const Workers& workers)
{
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) // the front handles them
        std::signal(number, SIG_IGN);
    Spawner spawner(front, workers);
    try {
        spawner.serve();
    } catch (const ToolError&) { // the front has exited during a report
    }
    spawner.end_all();
}

}
