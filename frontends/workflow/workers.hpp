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

// How many workers of a run may be busy at once, in all of its processes: as the job server of make
// does it, a byte in a pipe for each but one. Who waits for workers lends its own turn to one.
class Turns {
public:
    // Throws what system_error() makes of a failure.
    explicit Turns(std::size_t count);

    bool take() const; // without waiting
    void give() const;
    int descriptor() const { return to_take.descriptor(); }

private:
    File to_take;
    File to_give;
};

// The processors that this process may use, also by the cgroup.
std::size_t processor_count();

// Lines of JSON on a socket. Both ends throw IO_ERROR if the other one is gone.
class WorkerLink {
public:
    explicit WorkerLink(File socket)
        : socket(std::move(socket))
    {
    }

    void send(const Json& message) const;

    // Takes what can be read without waiting; false at the end.
    bool receive();
    std::optional<Json> next(); // of what was received

    // Sends, and waits for the answer. Throws the error that it has, and INTERNAL "interrupted".
    Json ask(const Json& message, system::Cancel& cancel);

    int descriptor() const { return socket.descriptor(); }

private:
    File socket;
    io::LineReader lines {std::string::npos}; // JSON of this program: of any length
};

// Processes that are forked from this one, and do units of work side by side. They end with this
// object, and with this process, however that happens.
class Workers {
public:
    struct With {
        const Turns& turns;
        system::Cancel& cancel; // a worker has another one in its place
        std::chrono::milliseconds grace; // between SIGTERM and SIGKILL
    };
    Workers(const With& with, std::size_t max_count)
        : with(with)
        , max_count(max_count)
    {
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers() { end_all(); }

    struct Task {
        // In a worker: before its first unit, at its end, and for each unit. What that throws is
        // thrown by run().
        std::function<void(WorkerLink& link)> begin;
        std::function<void()> end;
        std::function<Json(std::size_t unit)> work;
        // In this process: answers what a worker asks, and hears of what became of a unit; null if
        // its worker has died. False: all others end, and nothing more begins.
        std::function<Json(const Json& request)> answer;
        std::function<bool(std::size_t unit, const Json& result)> done;
    };

    // Until all units are done. Throws INTERNAL "interrupted"; then all workers have ended.
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
    void begin_units(std::deque<std::size_t>& units, const Task& task);
    void make_worker(const Task& task);
    static void send_to(const Worker& worker, const Json& message);
    bool hear(Worker& worker, const Task& task);
    bool hear_message(Worker& worker, const Json& message, const Task& task);
    bool bury(Worker& worker, const Task& task);
    void wait(bool wants_more) const;
    void give_turns();
    void end_all();
    [[noreturn]] void be_worker(WorkerLink link, pid_t parent, const Task& task) const;

    const With with;
    const std::size_t max_count;
    std::deque<Worker> workers; // of which some may be gone
    std::size_t turns_taken = 0;
};

}
