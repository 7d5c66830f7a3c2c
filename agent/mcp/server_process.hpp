#pragma once

#include "agent/calls/process.hpp"
#include "agent/calls/supervised_tool.hpp"
#include "agent/mcp/wire.hpp"
#include "toolkit/io/line_reader.hpp"
#include "toolkit/io/output_queue.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

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
class ServerProcess : public Wire {
public:
    // So much of its stderr is kept, its end.
    static constexpr std::size_t max_errors = 64 << 10;

    // Starts it. A launch with a launcher can say on descriptor 3, as one line of JSON, what the
    // server runs in. SIGPIPE must be ignored, and the root supervisor in use. Throws IO_ERROR.
    ServerProcess(const calls::Launch& launch, bool has_report);

    void send(ClientMessage message) override { send_line(message.line); }
    std::size_t unsent_bytes() const override { return outbox.size(); }

    // A line of its stdout, without a newline.
    std::optional<std::string> take_line() override;
    bool is_too_long() const override { return has_long_line; }

    // It has closed its stdin or its stdout, or has ended.
    bool is_silent() const override { return !input || !output || is_over(); }

    // Its stdin is closed, after `time` it gets SIGTERM, and after that time again SIGKILL.
    void end(std::chrono::milliseconds time) override;
    void kill() override;

    bool has_begun() const override { return last.start_error == 0; }
    bool is_over() const override { return !report; }

    // Of a program that could not be started, why.
    std::string how_it_ended() const override;
    std::optional<int> exit_status() const override;
    std::optional<int> signal() const override;

    std::string errors_tail() const override { return kept_errors; }
    std::size_t error_bytes() const override { return error_count; }
    std::string report_line() const override { return said; }

    void watch(system::Watch& watch) const override;
    void step() override;

private:
    enum class Phase { starting, running, asked, terminated, killed };

    void send_line(std::string_view line);
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
    io::OutputQueue outbox;
    io::LineReader lines {max_line};
    bool has_long_line = false;
    std::string kept_errors;
    std::size_t error_count = 0;
    std::string said;
    calls::ToolReport last;
};

}
