#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/acp/editor.hpp"
#include "frontends/acp/request.hpp"
#include "frontends/acp/session.hpp"
#include "frontends/acp/worker.hpp"
#include "toolkit/mcp/client_lines.hpp"
#include "toolkit/mcp/envelope.hpp"
#include "toolkit/system/cancel.hpp"

#include <unistd.h>

#include <cstddef>
#include <map>
#include <memory>
#include <string>

namespace frontends::acp {

using namespace agent;
using namespace runner;
using namespace toolkit;

// An agent of the Agent Client Protocol, version 1. Serves one editor over stdin and stdout until
// stdin ends, stdout is closed, a signal is received or the parent process has exited. Uses one
// thread; only serve() blocks.
class Agent {
public:
    Agent(WorkerCommands commands, const redaction::Redaction& redaction, system::Cancel& cancel);
    ~Agent();
    Agent(const Agent&) = delete;
    Agent& operator=(const Agent&) = delete;

    // Serves the editor. Returns the exit status.
    int serve();

private:
    using Clock = system::Watch::Clock;

    int serve_editor();
    bool wait();
    void step();
    void take(const toolkit::io::LineReader::Line& line);
    void take_message(const std::string& line);
    void take_request(const toolkit::mcp::Envelope& envelope, const std::string& line);
    void take_notification(const toolkit::mcp::Envelope& envelope, const std::string& line);
    void do_request(const std::string& id, const Request& request);
    void open(const std::string& id, SessionPlan::Kind kind, const Json& params);
    void close(const std::string& id, const std::string& session);
    void remove(const std::string& id, const std::string& session);
    void choose(const std::string& id, const Request& request);
    Json list(const Json& params) const;
    bool is_in_flight(std::string_view id) const;
    Session& session_named(const std::string& id);
    void end_sessions();

    WorkerCommands commands;
    const redaction::Redaction& redaction;
    system::Cancel& cancel;
    Editor editor;
    toolkit::mcp::ClientInput input;
    std::map<std::string, std::unique_ptr<Session>> sessions;
    pid_t parent = getppid();
    bool has_input = false;
};

// Runs `agentcli acp`. `arguments` are the command line of agentcli. Returns the exit status.
int run_acp(const options::Options& options, const std::vector<std::string>& arguments,
    const redaction::Secrets& secrets, system::Cancel& cancel);

}
