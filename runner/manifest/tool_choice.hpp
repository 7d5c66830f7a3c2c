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

// Which tools a run may use.
struct ToolSelection {
    std::string manifest; // path; empty: find one
    std::vector<std::vector<std::string>> only; // lists of names: a tool must be in each of them
    std::vector<std::string> without;
    bool has_servers = false; // `only` and `without` may name tools of MCP servers
    bool has_skills = false; // they may name the tool `skill`
    bool has_tasks = false; // they may name the tool `update_tasks`
    std::vector<std::string> obeyed = {}; // further files that the tools must not change
    std::optional<OfferedAgents> agents = {}; // offered with the tools, as one tool
    std::string agent = {}; // the agent that uses these tools; empty if it is not an agent
    bool is_read_only = false; // only tools that read the workspace and have no other effects
    bool keeps_checkpoints = false; // in a git repository, take snapshots before and after commands
};

// Returns true if the lists of the selection exclude a tool with this name. Does not consider
// is_read_only.
bool is_left_out(const ToolSelection& wanted, const std::string& name);

// Returns the selection that the flags describe. The caller sets agents, agent, has_servers,
// has_skills, has_tasks and is_read_only.
ToolSelection tool_selection_of(const options::Options& options);

// Returns true if, according to its entry, the tool can do no more than read the workspace: it
// changes no files, writes nothing outside the workspace, runs no programs, and uses neither
// network nor Unix sockets. A missing member of `effects` counts as "no". Returns false for an
// entry without `effects`, and for agentcli itself, whatever its entry says.
bool is_reading_tool(const calls::ManifestTool& tool);

// Returns true if all tools of the agent are reading tools (is_reading_tool()). `tools` are those
// of the run, from which the agent gets all, the reading ones, or those that it names.
bool only_reads(
    const options::AgentDefinition& agent, const std::vector<calls::ManifestTool>& tools);

// Returns the flags that limit agents to these tools: "--only-tools=a,b", or "--tools=none" if
// `names` is empty. The tool `skill` is added to the names if the selection allows skills. If there
// are no names and no skills, a second flag "--without-tools=skill" follows.
std::vector<std::string> flags_of_tools(
    std::vector<std::string> names, const ToolSelection& wanted);

// Returns true if the name has the form of a tool of an MCP server (it contains "__"), or is one of
// the two tools for resources of MCP servers. No other tool has such a name.
bool is_name_of_server_tool(const std::string& name);

// Returns the manifest with the tools that the selection leaves, and sets `names` to those of all
// tools and `obeyed` to include the files of the selection. In a read-only run, only reading tools
// remain. If there are agents, sets `agent_tool` to the tool that starts them, which passes on only
// the remaining tools, and adds it to `tools` unless the run is read-only or the lists exclude it.
// Throws BAD_REQUEST, among others for a name in the lists that no tool has.
ManifestChoice choose_tools(const ToolSelection& wanted_tools);

}
