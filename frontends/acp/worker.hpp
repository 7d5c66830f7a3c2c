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

// The command that starts `agentcli host` for a session; the workspace and the servers are added.
struct WorkerCommand {
    std::vector<std::string> arguments; // arguments of agentcli
    std::vector<std::string> environment; // NAME=value, in addition to that of this process
};

// Returns `agentcli host` with the flags of `agentcli acp`, and the mode, the tasks and the profile
// of its options `wanted`. Relative paths become absolute, since a worker has another current
// directory. The value of a flag that has an environment variable is passed in it, since other
// users can read arguments.
WorkerCommand worker_command(
    const std::vector<options::GivenFlag>& flags, const runner::options::Options& wanted);

// Returns `agentcli models` with the flags of `agentcli acp` that it accepts.
WorkerCommand models_command(
    const std::vector<options::GivenFlag>& flags, const std::string& profile);

struct WorkerCommands {
    WorkerCommand host;
    std::optional<WorkerCommand> models = {}; // nullopt: a recording replies
};

// A process `agentcli host` and its run channel. When it ends, or this object is destroyed, all of
// its processes are ended. No function blocks. Its stderr is passed on.
class Worker {
public:
    // `servers`: an object with mcpServers. Throws TOO_LARGE if it is longer than a variable can
    // be, or IO_ERROR.
    Worker(const WorkerCommand& command, const std::string& workspace, const Json& servers);

    void say(const channel::HostMessage& message);
    void say(const channel::BeginWorkflow& begin);

    // Returns the next line of its stdout, if there is one.
    std::optional<std::string> take_line() { return process.take_line(); }

    // Closes its stdin, sends SIGTERM after 600 ms, and SIGKILL after another 600 ms.
    void end() { process.end(patience); }

    // Returns true if the process has ended and all of its lines were taken.
    bool is_over() const { return process.is_over(); }

    // Returns the last line that it has printed on stderr, or else how it ended.
    std::string last_words() const;

    // Returns true if it has refused its flags or its configuration.
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
