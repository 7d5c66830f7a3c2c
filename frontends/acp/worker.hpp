#pragma once

#include "agent/calls/process.hpp"
#include "agent/channel/messages.hpp"
#include "agent/mcp/server_process.hpp"
#include "runner/options/command_line.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace frontends::acp {

using namespace agent;
using namespace runner;
using namespace toolkit;

// The command that starts `agentcli host` for a session; the workspace and servers are added.
struct WorkerCommand {
    std::vector<std::string> arguments; // of agentcli
    // NAME=value, in addition to the environment of this process.
    std::vector<std::string> environment;
};

// Returns the command `agentcli host` with the flags of `agentcli acp`, and with the mode, tasks
// and profile of its options `wanted`. Relative paths are made absolute, since a worker has another
// current directory. The value of a flag that has an environment variable is passed in that
// variable, since other users can read arguments.
WorkerCommand worker_command(
    const std::vector<options::GivenFlag>& flags, const runner::options::Options& wanted);

// Returns `agentcli models` with the flags of `agentcli acp` that it accepts.
WorkerCommand models_command(
    const std::vector<options::GivenFlag>& flags, const std::string& profile);

struct WorkerCommands {
    WorkerCommand host;
    std::optional<WorkerCommand> models = {}; // nullopt: a recording replies
};

// An `agentcli host` process and its run channel. The destructor kills the process and its
// descendants. No function blocks. The process's stderr is copied to that of this process.
class Worker {
public:
    // `servers` is an object with mcpServers. Throws TOO_LARGE if it is too long for an environment
    // variable, or IO_ERROR.
    Worker(const WorkerCommand& command, const std::string& workspace, const Json& servers);

    void say(const channel::HostMessage& message);
    void say(const channel::BeginWorkflow& begin);

    // Returns the next line of the worker's stdout; nullopt if there is none yet.
    std::optional<std::string> take_line() { return process.take_line(); }

    // Closes the worker's stdin, and kills the worker if it has not exited soon after.
    void end() { process.end(patience); }

    // Returns true if the worker has exited and all its lines were taken.
    bool is_over() const { return process.is_over(); }

    // Returns the last line of its stderr, or how it exited.
    std::string last_words() const;

    // Returns true if the worker has refused its flags or configuration (exit status 2).
    bool was_misused() const { return process.exit_status() == 2; }

    void watch(system::Watch& watch) const { process.watch(watch); }
    void step();

private:
    static constexpr std::chrono::milliseconds patience {600};

    static calls::Launch launch_of_worker(
        const WorkerCommand& command, const std::string& workspace, const Json& servers);
    void pass_on_errors();

    agent::mcp::ServerProcess process;
    std::size_t errors_passed_on = 0;
};

}
