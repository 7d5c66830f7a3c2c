#include "frontends/workflow/workers.hpp"

#include "frontends/workflow/step_result.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <exception>
#include <new>
#include <thread>
#include <utility>

namespace frontends::workflow {

using Clock = std::chrono::steady_clock;

std::size_t Workers::busy_count() const
{
    return static_cast<std::size_t>(std::count_if(workers.begin(), workers.end(),
        [](const Worker& worker) { return worker.process > 0 && worker.unit; }));
}

// A worker has its own Cancel, since its signals and deadline are not those of its parent.
void Workers::be_worker(WorkerLink link, pid_t parent, const Task& task) const
try {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    with.cancel.~Cancel();
    new (&with.cancel) system::Cancel;
    task.begin(link);
    for (;;) {
        system::wait_for(link.descriptor(), POLLIN);
        const bool is_open = link.receive();
        while (const auto message = link.next()) {
            const std::size_t unit = message->at("unit");
            try {
                link.send({{"done", task.work(unit, json::member(*message, "input"))}});
            } catch (const ToolError& error) {
                link.send({{"thrown", failed_step(error).document().at("error")}});
            }
        }
        if (!is_open) {
            task.end();
            _exit(0);
        }
    }
} catch (...) { // memory is short, or the parent is gone
    _exit(1);
}

void Workers::make_worker(const Task& task)
{
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot start a worker");
    File ours(ends[0]);
    File its(ends[1]);
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process < 0)
        throw system::system_error("cannot start a worker");
    if (process == 0) {
        ours.close();
        workers.clear(); // otherwise the others would not notice their parent's death
        be_worker(WorkerLink(std::move(its)), parent, task);
    }
    workers.push_back({process, WorkerLink(std::move(ours))});
}

Workers::Worker* Workers::free_worker(const Task& task)
{
    std::size_t count = 0;
    for (auto& worker : workers) {
        if (worker.process > 0 && !worker.unit)
            return &worker;
        count += worker.process > 0 ? 1 : 0;
    }
    if (count >= max_count)
        return nullptr;
    std::erase_if(workers, [](const Worker& worker) { return worker.process <= 0; });
    make_worker(task);
    return &workers.back();
}

// Begins a unit. Returns false if no further one can begin now.
bool Workers::begin_unit(std::size_t unit, const Task& task)
{
    const std::size_t busy = busy_count();
    if (busy >= max_count || (busy > turns_taken && !with.turns.take()))
        return false;
    turns_taken += busy > turns_taken ? 1 : 0;
    Worker* const worker = free_worker(task);
    if (worker == nullptr)
        return false;
    worker->unit = unit;
    send_to(*worker, {{"unit", unit}, {"input", task.input ? task.input(unit) : Json()}});
    return true;
}

// Begins the units that can begin now. Returns true if more could begin, but for the limits.
bool Workers::begin_units(std::deque<std::size_t>& units, const Task& task)
{
    for (auto unit = units.begin(); unit != units.end();) {
        if (task.is_ready && !task.is_ready(*unit))
            ++unit;
        else if (begin_unit(*unit, task))
            unit = units.erase(unit);
        else
            return true;
    }
    return false;
}

void Workers::give_turns()
{
    const std::size_t busy = busy_count();
    for (; turns_taken > 0 && turns_taken > busy - std::min<std::size_t>(busy, 1); --turns_taken)
        with.turns.give();
}

// Ignores errors: if the worker has exited, its socket ends.
void Workers::send_to(const Worker& worker, const Json& message)
try {
    worker.link.send(message);
} catch (const ToolError&) {
}

bool Workers::on_message(Worker& worker, const Json& message, const Task& task)
{
    if (message.contains("done")) {
        const std::size_t unit = *std::exchange(worker.unit, std::nullopt);
        return task.done(unit, message.at("done"));
    }
    if (message.contains("thrown")) {
        const ToolError error
            = *step_result_of({{"status", "failed"}, {"error", message.at("thrown")}}).error;
        with.cancel.wait(std::chrono::milliseconds(20)); // an interruption is sent to all processes
        with.cancel.check();
        throw ToolError(error);
    }
    send_to(worker, task.answer(message)); // an exception ends all workers
    return true;
}

// Reaps a worker that has ended without a message.
bool Workers::reap(Worker& worker, const Task& task)
{
    kill(worker.process, SIGKILL);
    waitpid(worker.process, nullptr, 0);
    worker.process = -1;
    const auto unit = std::exchange(worker.unit, std::nullopt);
    return !unit || task.done(*unit, Json());
}

bool Workers::hear(Worker& worker, const Task& task)
{
    const bool is_open = worker.link.receive();
    while (const auto message = worker.link.next())
        if (!on_message(worker, *message, task))
            return false;
    return is_open || reap(worker, task);
}

void Workers::wait(bool wants_more) const
{
    system::Watch watch;
    watch.readable(with.cancel.descriptor());
    for (const auto& worker : workers)
        if (worker.process > 0)
            watch.readable(worker.link.descriptor());
    if (wants_more && busy_count() < max_count)
        watch.readable(with.turns.descriptor());
    watch.wait();
}

void Workers::run(const std::vector<std::size_t>& units, const Task& task)
{
    std::deque<std::size_t> left(units.begin(), units.end());
    try {
        for (;;) {
            with.cancel.check();
            const bool wants_more = begin_units(left, task);
            if (busy_count() == 0 && !wants_more) // nothing is left, or nothing can begin any more
                break;
            wait(wants_more);
            with.cancel.check();
            for (std::size_t i = 0; i < workers.size(); ++i)
                if (workers[i].process > 0 && !hear(workers[i], task))
                    return end_all();
            give_turns();
        }
    } catch (...) {
        end_all();
        throw;
    }
    end_all();
}

// Ends all workers, with the commands that they run. An idle one exits at the end of its socket.
void Workers::end_all()
{
    for (auto& worker : workers) {
        if (worker.process > 0 && worker.unit)
            kill(worker.process, SIGTERM);
        worker.link = WorkerLink(File());
        worker.unit.reset();
    }
    const auto deadline = Clock::now() + with.grace;
    for (auto& worker : workers) {
        while (worker.process > 0 && waitpid(worker.process, nullptr, WNOHANG) == 0) {
            if (Clock::now() >= deadline)
                kill(worker.process, SIGKILL);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        worker.process = -1;
    }
    give_turns();
    workers.clear();
}

}
