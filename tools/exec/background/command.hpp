#pragma once

#include "toolkit/io/output_queue.hpp"
#include "tools/exec/background/unread.hpp"
#include "tools/exec/output/capture.hpp"
#include "tools/exec/process/run.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace exec::background {

using namespace toolkit;

// A command that keeps running between calls.
class Command {
public:
    using Clock = std::chrono::steady_clock;

    // Starts the command. `enclosed` and `file` must outlive this object.
    Command(process::Task given, const sandbox::Enclosed& enclosed, output::Spill& file);

    // Waits until `other` is ready for one of `events`, the command has an event, or `deadline` has
    // passed. Handles the events of the command. Returns the events for which `other` is ready.
    short wait(int other, short events, Clock::time_point deadline);

    // Waits until the program runs or could not be started, at most 30 s. Throws the reason why it
    // could not be started.
    void await_start();

    // Returns true if the command has ended. Then no process of it is left, and all its output has
    // been read.
    bool has_ended() const { return end.has_value(); }
    const process::Outcome& outcome() const { return *end; }
    bool was_stopped() const { return stopped.has_value(); }
    bool is_lost() const { return lost; } // its supervisor was killed

    // Queues more input for stdin. Throws NOT_FOUND if stdin is closed, by close_input() or by the
    // command, and TOO_LARGE if more than 16 MiB would be queued.
    void write(std::string_view bytes);
    void close_input();

    // Asks the supervisor to end the command and all processes that it started, and returns
    // immediately. has_ended() becomes true within 15 s, provided that wait() is called.
    void stop();

    Unread& unread() { return output; }
    std::int64_t total_bytes() const { return total; }

private:
    bool is_late() const;
    void feed();
    void hear();
    bool take();
    void settle(const process::Report& report);
    void give_up();

    process::Task task;
    const sandbox::Enclosed& enclosed;
    output::Spill& file;
    Unread output;
    std::int64_t total = 0;
    io::OutputQueue input;
    bool closes_input = false;
    Clock::time_point started;
    std::optional<Clock::time_point> stopped;
    process::Lines lines;
    pid_t supervisor;
    std::optional<process::Report> failure;
    std::optional<process::Outcome> end;
    bool lost = false;
};

}
