#pragma once

#include "agent/model/price.hpp"
#include "agent/workflow/library.hpp"
#include "frontends/workflow/agents.hpp"
#include "frontends/workflow/step_calls.hpp"

#include <optional>
#include <set>
#include <string>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace runner;

// A workflow, and what its steps need to run.
struct Planned {
    const Chosen& chosen;
    Library& library;
    StepCalls& calls;
    const Agents& agents;
    const start::RunConfig& config;
    const model::Prices& prices;
    bool replays = false; // models are not asked
};

// The reasons why a workflow cannot run that are known before its first step. A run, its --plan and
// `workflow check` report the same ones.
struct Obstacles {
    Problems problems; // at places of the file of the workflow

    // True if all of them are missing surroundings: a tool, a server, a model, an agent, a price.
    // The file itself can run elsewhere, or later.
    bool are_surroundings = true;

    // True if, in addition, all are MCP servers that could not be reached.
    bool may_pass = true;

    // The exit reason of the run: "unavailable", or "misused" if the file has to be changed.
    std::string reason() const { return are_surroundings ? "unavailable" : "misused"; }
};

// Looks for the obstacles of a workflow and of those that it calls: tools and servers that do not
// exist, servers that do not start, arguments that do not fit as far as they are written in the
// file, models that are not named or have no price, and agents that cannot be used. Starts the
// servers whose tools are steps. Throws INTERNAL "interrupted".
Obstacles obstacles_to(const Planned& planned);

// Returns the tool that a step calls, such as "exec" or "SERVER__TOOL"; empty if it calls none.
std::string tool_of(const Step& step);

// Returns the MCP servers whose tools are steps of these workflows.
std::set<std::string> servers_of_steps(const std::vector<Chosen>& workflows);

}
