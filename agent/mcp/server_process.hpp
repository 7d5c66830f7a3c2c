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

// A server process and its pipes. A supervisor ends all processes of the server when the server
// exits or this object is destroyed. No function blocks, whatever the server does with its streams.
class ServerProcess : public Wire {
public:
    // Maximum number of bytes of stderr that are kept; only the end is kept.
    static constexpr std::size_t max_errors = 64 << 10;

    // Starts the server. With `has_report`, its launcher can report the sandbox as one line of JSON
    // on descriptor 3. SIGPIPE must be ignored, and the root supervisor in use. Throws IO_ERROR.
    ServerProcess(const calls::Launch& launch, bool has_report);

    void send(ClientMessage message) override { send_line(message.line); }
    std::size_t unsent_bytes() const override { return outbox.size(); }

    // Returns the next line of stdout, without its newline; nullopt if there is none.
    std::optional<std::string> take_line() override;
    bool is_too_long() const override { return has_long_line; }

    // True if the server closed its stdin or its stdout, or is over.
    bool is_silent() const override { return !input || !output || is_over(); }

    // Closes stdin, and sends SIGTERM after `time` and SIGKILL after `time` again.
    void end(std::chrono::milliseconds time) override;
    void kill() override;

    bool has_begun() const override { return last.start_error == 0; }
    bool is_over() const override { return !report; }

    // Returns why the program could not be started or its supervisor was lost, otherwise its exit
    // status or signal.
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
    Clock::time_point deadline; // end of the phase
    std::chrono::milliseconds patience {};
    pid_t supervisor = -1; // -1: not known yet
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
