#pragma once

#include "agent/calls/manifest.hpp"
#include "runner/manifest/agent_entry.hpp"
#include "runner/manifest/manifest_choice.hpp"
#include "runner/options/options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace runner::manifest {

using namespace agent;

struct ToolSelection {
    std::string manifest; // a file; empty: the one that is found
    std::vector<std::vector<std::string>> only; // lists of names: a tool has to be in each
    std::vector<std::string> without;
    bool has_servers = false; // names may be those of tools of MCP servers
    bool has_skills = false; // a name may be `skill`
    bool has_tasks = false; // a name may be `update_tasks`
    std::vector<std::string> obeyed = {}; // other files, which the tools must not change either
    std::optional<OfferedAgents> agents = {}; // are offered beside them, by one tool
    std::string agent = {}; // the name of the agent whose tools these are; empty: of no agent
    bool is_read_only = false; // those alone that read the workspace and do nothing else
    bool keeps_checkpoints = false; // in a git repository: snapshots around commands
};

// True if the lists of the selection leave out a tool with this name.
bool is_left_out(const ToolSelection& wanted, const std::string& name);

// Returns what the flags say, without agents.
ToolSelection tool_selection_of(const options::Options& options);

// True if the entry says that the tool reads the workspace at most: it changes no files, runs no
// programs and uses no network. False for an entry without effects, and for our own
// program, whatever its entry says.
bool is_reading_tool(const calls::ManifestTool& tool);

// True if none of the agent's tools, among these of a run, may do more than read.
bool only_reads(
    const options::AgentDefinition& agent, const std::vector<calls::ManifestTool>& tools);

// Returns the flags by which agents have none of the run's tools but these, and skills only if it
// has them: "--only-tools=a,b", or "--tools=none".
std::vector<std::string> flags_of_tools(
    std::vector<std::string> names, const ToolSelection& wanted);

// True if only a tool of another MCP server can have the name: no manifest needs to be searched.
bool is_name_of_server_tool(const std::string& name);

// Returns the manifest, with the tools that --only-tools and --without-tools leave. The tool of the
// agents gives them none of the others, and knows which of them only read. Throws BAD_REQUEST, also
// for a name that no tool has.
ManifestChoice choose_tools(const ToolSelection& wanted_tools);

}
