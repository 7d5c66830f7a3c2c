#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/approver.hpp"
#include "agent/calls/tool_source.hpp"
#include "agent/loop/conversation.hpp"
#include "agent/loop/observer.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/loop/tally.hpp"
#include "agent/model/trace.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/start/engine.hpp"
#include "runner/start/run_config.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace toolkit;

// The task of an agent: 1 to max_agent_task bytes (for the investigator max_question), and paths to
// begin with.
struct Task {
    std::string text;
    std::vector<std::string> paths = {};
};

inline constexpr std::size_t max_agent_task = 16'000;
inline constexpr std::size_t max_question = 4000;

// Objects of the front end that an agent uses.
struct InvestigationDependencies {
    const redaction::Redaction& redaction;
    model::Trace& trace;
    audit::Audit& audit;
    loop::Observer& observer;
    system::Cancel& cancel;
};

// The end of the conversation of an agent.
struct Outcome {
    Json answer = {}; // null if there is none
    loop::Stop stop = {}; // the limit that forced the answer, or the reason why there is none
    ToolError error {Code::internal, ""}; // set if there is no answer
};

// True for the reason of a limit: the model can still be asked for its answer.
bool is_limit(loop::Reason reason);

// Returns a configuration for a conversation that has the task and `system`, and nothing else of
// the run or the workspace: no AGENTS.md, skills, session, MCP servers or other agents.
start::RunConfig config_of_agent(start::RunConfig config, const std::string& system);

// The conversation of one agent: an engine with the limits of `config`, and lines of the audit
// trail for its calls and its end.
class AgentRun {
public:
    // The parts of the engine in addition to the tools of the manifest.
    struct Parts {
        calls::Approver& approver;
        loop::Observer& observer;
        std::vector<calls::ToolSource*> sources = {};
        loop::CalledAnswer* called_answer = nullptr; // null: the answer is a text
    };

    // All references must outlive this object. Throws like start::Engine.
    AgentRun(start::RunConfig given, const InvestigationDependencies& by, const Parts& parts);

    // Starts the conversation with the first request. Throws like start::Engine::open().
    loop::Stop begin(const Task& task);

    // Makes a last request after a limit was reached, within 60 seconds. Offers only the tool with
    // this name, or no tool if there is none.
    loop::Stop ask_for_answer(const std::string& text, const std::string& only_tool);

    // Writes the end of the run into the audit trail.
    void end(const Outcome& outcome);

    // Returns the fields that each answer ends with: exitReason, steps, calls, usage, run, and cost
    // if it is known.
    Json ending(const loop::Stop& stop, std::size_t calls) const;

    const loop::Tally& counted() const { return tally; }

private:
    loop::Stop ask(const std::string& text);

    const InvestigationDependencies& by;
    loop::CalledAnswer* const called_answer;
    start::RunConfig config;
    start::Engine engine;
    loop::Tally tally;
};

}
