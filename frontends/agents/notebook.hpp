#pragma once

#include "agent/calls/tool_source.hpp"
#include "agent/loop/conversation.hpp"
#include "frontends/agents/gate.hpp"
#include "frontends/agents/report.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace frontends::agents {

using namespace agent;
using namespace toolkit;

// True if the answer comes from one of the two functions, whatever name the model has used.
bool is_answer_of_function(const calls::ToolAnswer& answer);

// The functions `scratchpad` and `report` of an investigation, in addition to its tools. The report
// is its answer. A report that can be improved is sent back, once for each reason.
class Notebook : public calls::ToolSource, public loop::CalledAnswer {
public:
    // The arguments must outlive the object.
    Notebook(const Workspace& workspace, const SeenTexts& seen, const Gate& gate);

    // Accepts the next report in any case.
    void expect_last_report() { is_last = true; }

    // Returns the last report, also one that was sent back; nullopt if there is none that followed
    // a call of a tool.
    const std::optional<CheckedReport>& report() const { return checked; }

    // Returns the reason why there will be no report; empty if there may be one.
    const std::string& failure() const { return given_up; }

    // Returns the notes; null if there are none.
    const Json& scratchpad() const { return notes; }

    std::vector<const calls::OfferedTool*> tools() const override;
    bool begin(calls::CallId id, const calls::OfferedTool& tool,
        const calls::Arguments& arguments) override;
    void cancel(calls::CallId /*id*/, calls::Cancelled /*why*/) override { } // all have ended
    void watch(system::Watch& watch) const override;
    void step() override { }
    std::optional<calls::ToolResult> take(calls::CallId id) override;

    std::vector<model::Message> last_messages(const model::Messages& messages) const override;
    std::string request_to_call() override;
    bool is_there() const override { return is_accepted || is_last || !given_up.empty(); }

private:
    Json take_notes(const Json& arguments);
    Json take_report(const Json& arguments);
    Json problems_of(const Json& report);

    const Workspace& workspace;
    const SeenTexts& seen;
    const Gate& gate;
    calls::OfferedTool scratchpad_tool;
    calls::OfferedTool report_tool;
    std::map<calls::CallId, calls::ToolResult> ended;
    Json notes;
    std::optional<CheckedReport> checked;
    std::string given_up;
    bool is_accepted = false;
    bool is_last = false;
    bool was_told_to_call = false;
    bool was_told_to_look = false;
    bool was_told_of_evidence = false;
    bool was_told_of_open_lines = false;
};

}
