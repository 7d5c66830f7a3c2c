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

// Calls for the operator of tools that have a role in the manifest, started as it says: in the
// sandbox of the model's own calls. Nobody is asked about them; each is in the audit trail, by
// "operator".
class OperatorCalls {
public:
    enum class Role { read, list, run, agent };

    // The manifest is read at the first call. All have to outlive it.
    OperatorCalls(const start::RunConfig& config, const calls::CallDependencies& by);
    OperatorCalls(const OperatorCalls&) = delete;
    OperatorCalls& operator=(const OperatorCalls&) = delete;
    ~OperatorCalls();

    // The name of its tool. Throws UNSUPPORTED if none has this role.
    const std::string& name_of(Role role);

    // Returns its tool. Throws likewise.
    const calls::OfferedTool& tool_of(Role role);

    // Waits for its end. Throws likewise, INTERNAL "interrupted", and what the audit does. `follow`
    // is called before it runs; may be empty.
    using Follow = std::function<void(calls::PreparedCall& call)>;
    calls::ToolAnswer call(Role role, const Json& request, const Follow& follow = {});

    // What agents may do has changed in the config.
    void renew_agents();

private:
    struct Tools;
    Tools& tools();

    const start::RunConfig& config;
    calls::CallDependencies by;
    std::unique_ptr<Tools> known;
};

// What a tool has answered; null if it is no JSON.
Json answer_of_tool(const std::string& content);

}
