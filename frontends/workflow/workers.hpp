#pragma once

#include "toolkit/io/line_reader.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace toolkit;

// Limits how many workers of a run may be busy at once, in all of its processes, like the job
// server of make: a pipe has a byte for each turn but one. A process that waits for its workers
// lends its own turn to one of them.
class WorkerSlots {
public:
    // Throws as system_error() does.
    explicit WorkerSlots(std::size_t count);

    bool take() const; // does not wait; false if no turn is free
    void give() const;
    int descriptor() const { return to_take.descriptor(); }

private:
    File to_take;
    File to_give;
};

// Returns the number of processors that this process may use, also limited by its cgroups.
std::size_t processor_count();

// Exchanges lines of JSON on a socket. Both ends throw IO_ERROR if the other one is closed.
class WorkerLink {
public:
    explicit WorkerLink(File socket)
        : socket(std::move(socket))
    {
    }

    void send(const Json& message) const;

    // Reads what is available without waiting. Returns false at the end.
    bool receive();
    std::optional<Json> next(); // the next message that was received

    // Sends a message, and returns the answer. Throws the error in the answer, and INTERNAL
    // "interrupted".
    Json ask(const Json& message, system::Cancel& cancel);

    int descriptor() const { return socket.descriptor(); }

private:
    File socket;
    io::LineReader lines {std::string::npos}; // JSON of this program, of any length
};

// Forks processes that do units of work in parallel. They end with this object, and with this
// process, however it ends.
class Workers {
public:
    struct Dependencies {
        const WorkerSlots& turns;
        system::Cancel& cancel; // replaced by another one in a worker
        std::chrono::milliseconds grace; // between SIGTERM and SIGKILL
    };
    Workers(const Dependencies& with, std::size_t max_count)
        : with(with)
        , max_count(max_count)
    {
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers() { end_all(); }

    struct Task {
        // Called in a worker: before its first unit, at its end, and for each unit. run() throws
        // what they throw.
        std::function<void(WorkerLink& link)> begin;
        std::function<void()> end;
        std::function<Json(std::size_t unit, const Json& input)> work;
        // Called in this process: answers a request of a worker, and receives the result of a unit;
        // null if its worker has died. If `done` returns false, all workers end, and no unit begins
        // any more.
        std::function<Json(const Json& request)> answer;
        std::function<bool(std::size_t unit, const Json& result)> done;
        // Called in this process: returns false as long as a unit has to wait for others, and the
        // input of a unit that begins. Empty: units are independent, and the input is null.
        std::function<bool(std::size_t unit)> is_ready = {};
        std::function<Json(std::size_t unit)> input = {};
    };

    // Runs until all units are done. Throws INTERNAL "interrupted" after all workers have ended.
    void run(const std::vector<std::size_t>& units, const Task& task);

private:
    struct Worker {
        pid_t process = -1;
        WorkerLink link;
        std::optional<std::size_t> unit = {};
    };

    std::size_t busy_count() const;
    Worker* free_worker(const Task& task);
    bool begin_unit(std::size_t unit, const Task& task);
    bool begin_units(std::deque<std::size_t>& units, const Task& task);
    void make_worker(const Task& task);
    static void send_to(const Worker& worker, const Json& message);
    bool hear(Worker& worker, const Task& task);
    bool on_message(Worker& worker, const Json& message, const Task& task);
    bool reap(Worker& worker, const Task& task);
    void wait(bool wants_more) const;
    void give_turns();
    void end_all();
    [[noreturn]] void be_worker(WorkerLink link, pid_t parent, const Task& task) const;

    const Dependencies with;
    const std::size_t max_count;
    std::deque<Worker> workers; // some may have ended
    std::size_t turns_taken = 0;
};

}
