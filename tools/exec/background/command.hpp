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

// A command that runs while calls come and go.
class Command {
public:
    using Clock = std::chrono::steady_clock;

    // Starts it; `enclosed` and `file` have to outlive it.
    Command(process::Task given, const sandbox::Enclosed& enclosed, output::Spill& file);

    // Waits until `other` is ready for one of `events`, or something has happened to the command,
    // or `deadline`. Returns what `other` is ready for.
    short wait(int other, short events, Clock::time_point deadline);

    // Until its program runs or has failed to. Throws what keeps it from running.
    void await_start();

    // Has it ended? Then nothing of it is left, and all of its output is there.
    bool has_ended() const { return end.has_value(); }
    const process::Outcome& outcome() const { return *end; }
    bool was_stopped() const { return stopped.has_value(); }
    bool is_lost() const { return lost; } // somebody killed its supervisor

    // More for its stdin; after close_input() nothing. Throws TOO_LARGE if it doesn't read what it
    // was given before, NOT_FOUND if nobody reads any more.
    void write(std::string_view bytes);
    void close_input();

    // Ends it, with all that it started, and does not wait. has_ended() within 15 s.
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
