#pragma once

#include "agent/calls/toolbelt.hpp"
#include "frontends/workflow/progress.hpp"
#include "runner/start/manifest_tools.hpp"
#include "runner/start/other_servers.hpp"
#include "runner/start/run_config.hpp"

#include <memory>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace agent;
using namespace runner;
using namespace toolkit;

// The calls of tools that steps make. Each goes through the toolbelt: checked, approved, sandboxed,
// redacted and audited as one of a model.
class StepCalls {
public:
    struct By {
        const redaction::Redaction& redaction;
        audit::Audit& audit;
        calls::Approver& approver;
        system::Cancel& cancel;
        terminal::Output& output;
        Progress& progress; // hears of each call
    };
    StepCalls(const start::RunConfig& config, By surroundings);

    struct Wanted {
        std::string tool;
        Json arguments;
        std::string workflow; // for the audit
        std::string step; // its path, likewise
        bool is_trusted = true; // nobody is asked, unless `asks`
        bool asks = false;
    };

    // Throws INTERNAL "interrupted", and if the audit cannot be written.
    calls::ToolAnswer run(const Wanted& wanted);

    // The tool that is called so, or nullptr.
    const calls::OfferedTool* tool(const std::string& name) const
    {
        return toolbelt->tool_called(name);
    }
    std::vector<const calls::OfferedTool*> tools() const { return toolbelt->tools(); }

    // Those of MCP servers, before the first call of one.
    void start_servers();

private:
    By by;
    std::unique_ptr<start::ManifestTools> manifest;
    std::unique_ptr<agent::mcp::ServerSource> servers;
    std::unique_ptr<calls::Hooks> hooks; // null: there are none
    std::unique_ptr<calls::Toolbelt> toolbelt;
    std::size_t count = 0;
    bool has_started_servers = false;
};

}
