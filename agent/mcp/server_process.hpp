#pragma once

#include "agent/calls/launch.hpp"
#include "agent/calls/supervised_tool.hpp"
#include "toolkit/mcp/lines.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/watch.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace agent::mcp {

using namespace toolkit;

// A server that is a process, under a supervisor: when it has ended, or this object is gone,
// nothing of it is left. Nothing here waits, whatever the server does with its streams.
class ServerProcess {
public:
    using Clock = system::Watch::Clock;

    // Longer lines of its stdout are an error of the server's (is_too_long()).
    static constexpr std::size_t max_line = 16 << 20;

    // So much of its stderr is kept, its end.
    static constexpr std::size_t max_errors = 64 << 10;

    // Starts it. A launch with a launcher can say on descriptor 3, as one line of JSON, what the
    // server runs in. SIGPIPE must be ignored, and the root supervisor in use. Throws IO_ERROR.
    ServerProcess(const calls::Launch& launch, bool has_report);

    // Adds to what is written as soon as the server reads.
    void send(std::string_view line);
    std::size_t unsent_bytes() const { return outbox.size() - written; }

    // The next line of its stdout, without a newline.
    std::optional<std::string> take_line();
    bool is_too_long() const { return has_long_line; }

    // It has closed its stdin or its stdout, or has ended: no answer of it can be expected.
    bool is_silent() const { return !input || !output || is_over(); }

    // Asks it to end: its stdin is closed, after `patience` it gets SIGTERM, and after that time
    // again SIGKILL.
    void end(std::chrono::milliseconds time);
    void kill();

    // Its program could be started, as far as is known.
    bool has_begun() const { return last.start_error == 0; }

    // Nothing of it is left.
    bool is_over() const { return !report; }

    // Once that is so: "ended with exit status 1"; of a program that could not be started, why.
    std::string how_it_ended() const;
    std::optional<int> exit_status() const;
    std::optional<int> signal() const;

    const std::string& errors_tail() const { return kept_errors; }
    std::size_t error_bytes() const { return error_count; }
    const std::string& report_line() const { return said; }

    void watch(system::Watch& watch) const;

    // Does whatever can be done without waiting.
    void step();

private:
    enum class Phase { starting, running, asked, terminated, killed };

    void feed();
    void drain_output();
    void drain_errors();
    void drain_said();
    void hear();
    void next_phase();
    void order(char what);

    Phase phase = Phase::starting;
    Clock::time_point deadline; // of the phase
    std::chrono::milliseconds patience {};
    pid_t supervisor = -1; // not known yet
    File input;
    File output;
    File errors;
    File report;
    File control;
    File saying;
    std::string outbox;
    std::size_t written = 0;
    toolkit::mcp::Lines lines {max_line};
    bool has_long_line = false;
    std::string kept_errors;
    std::size_t error_count = 0;
    std::string said;
    calls::ToolReport last;
};

}
