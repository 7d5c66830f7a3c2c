#pragma once

#include "agent/calls/toolbelt.hpp"
#include "frontends/workflow/progress.hpp"
#include "runner/start/manifest_tools.hpp"
#include "runner/start/other_servers.hpp"
#include "runner/start/run_config.hpp"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Makes the calls of tools for steps. Each goes through the toolbelt: it is checked, approved,
// sandboxed, redacted and audited like a call of a model.
class StepCalls {
public:
    struct Dependencies {
        const redaction::Redaction& redaction;
        audit::Audit& audit;
        calls::Approver& approver;
        system::Cancel& cancel;
        terminal::Output& output;
        Progress& progress; // receives each call
    };
    // `needed` are the MCP servers without which the workflow cannot run.
    StepCalls(const start::RunConfig& config, Dependencies surroundings,
        const std::set<std::string>& needed = {});

    struct Wanted {
        std::string tool;
        Json arguments;
        std::string workflow; // for the audit trail
        std::string step; // path of the step, for the audit trail
        bool is_trusted = true; // needs no approval, unless `asks`
        bool asks = false;
        std::function<void()> begins = {}; // called once the tool has started; may be empty
    };

    // Makes a call. Throws INTERNAL "interrupted", and if the audit trail cannot be written.
    calls::ToolAnswer run(const Wanted& wanted);

    // Returns the tool of this name, or nullptr.
    const calls::OfferedTool* tool(const std::string& name) const
    {
        return toolbelt->tool_called(name);
    }
    std::vector<const calls::OfferedTool*> tools() const { return toolbelt->tools(); }

    // Starts the MCP servers; to be called before the first call of one of their tools. Throws
    // IO_ERROR if one that is needed, or that the config requires, cannot be started.
    void start_servers();

private:
    Dependencies by;
    std::unique_ptr<start::ManifestTools> manifest;
    std::unique_ptr<agent::mcp::ServerSource> servers;
    std::unique_ptr<calls::Hooks> hooks; // null if there are none
    std::unique_ptr<calls::Toolbelt> toolbelt;
    std::size_t count = 0;
    bool has_started_servers = false;
};

}
