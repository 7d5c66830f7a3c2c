#pragma once

#include "agent/calls/toolbelt.hpp"
#include "runner/start/run_config.hpp"
#include "toolkit/json/json.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Runs calls for the operator with tools that have a role in the manifest, in the same sandbox as
// the model's calls. They need no approval; the audit trail records them as made by "operator".
class OperatorCalls {
public:
    enum class Role { read, list, run, agent };

    // The manifest is read at the first call. The arguments must outlive this object.
    OperatorCalls(const start::RunConfig& config, const calls::CallDependencies& by);
    OperatorCalls(const OperatorCalls&) = delete;
    OperatorCalls& operator=(const OperatorCalls&) = delete;
    ~OperatorCalls();

    // Returns the name of the tool with this role. Throws UNSUPPORTED if there is none.
    const std::string& name_of(Role role);

    // Returns the tool with this role. Throws UNSUPPORTED if there is none.
    const calls::OfferedTool& tool_of(Role role);

    // Runs a call and waits for its end. `follow` is called before it runs, and may be empty.
    // Throws UNSUPPORTED, INTERNAL "interrupted", and errors of the audit trail.
    using Follow = std::function<void(calls::PreparedCall& call)>;
    calls::ToolAnswer call(Role role, const Json& request, const Follow& follow = {});

    // Applies changed bounds of agents in the config.
    void renew_agents();

private:
    struct Tools;
    Tools& tools();

    const start::RunConfig& config;
    calls::CallDependencies by;
    std::unique_ptr<Tools> known;
};

// Returns the answer of a tool as JSON; null if it is not JSON.
Json answer_of_tool(const std::string& content);

}
