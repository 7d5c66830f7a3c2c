#pragma once

#include "frontends/mcp/client_state.hpp"
#include "frontends/mcp/reloader.hpp"
#include "frontends/mcp/toolbelt.hpp"
#include "toolkit/mcp/client_lines.hpp"
#include "toolkit/system/cancel.hpp"

#include <unistd.h>

#include <memory>
#include <string>

namespace frontends::mcp {

using namespace agent;
using namespace toolkit;

// Serves one client over stdin and stdout until stdin ends, stdout is closed, a signal is received,
// or the parent process has exited. Uses one thread; only serve() blocks.
class StdioFront {
public:
    StdioFront(Toolbelt& toolbelt, system::Cancel& cancel, Reloader& reloader);

    ServerEnd serve();

private:
    using Clock = system::Watch::Clock;

    bool is_over() const;
    Clock::time_point next_look() const;
    bool wait();
    void take(const toolkit::io::LineReader::Line& line);
    void take_message(const std::string& line);
    ServerEnd serve_lines();
    ServerEnd failed(const ToolError& error);
    void write_rest();

    Toolbelt& toolbelt;
    ToolbeltCalls& calls;
    system::Cancel& cancel;
    Reloader& reloader;
    toolkit::mcp::ClientOutput output {STDOUT_FILENO};
    toolkit::mcp::ClientInput input;
    Sender client {.transport = "stdio",
        .hears_changes = true,
        .hears_requests = true,
        .state = std::make_shared<ClientState>()};
    bool has_session = false; // in a legacy era
    pid_t parent = getppid();
    bool has_input = false;
    bool has_signal = false;
};

}
