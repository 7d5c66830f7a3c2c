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

// Makes calls for the operator, of tools that have a role in the manifest, with the same sandbox as
// calls of the model. They need no approval. The audit trail names "operator" as their origin.
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

    // Makes a call, and waits for its end. Throws UNSUPPORTED if there is no such tool, INTERNAL
    // "interrupted", and what the audit throws. `follow` is called before the call runs; may be
    // empty.
    using Follow = std::function<void(calls::PreparedCall& call)>;
    calls::ToolAnswer call(Role role, const Json& request, const Follow& follow = {});

    // Must be called when the settings of agents in the config have changed.
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
