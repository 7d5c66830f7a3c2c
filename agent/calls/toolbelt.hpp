#pragma once

#include "agent/audit/audit.hpp"
#include "agent/calls/approver.hpp"
#include "agent/calls/manifest.hpp"
#include "agent/calls/process.hpp"
#include "agent/calls/protection.hpp"
#include "agent/model/chat.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// How a tool is started: its environment is PATH, HOME, and what the manifest names.
Launch launch_of(const ManifestTool& tool);

// Who stands by while tools run.
struct Supervision {
    Audit& audit;
    Approver& approval;
    Protection& protection;
    Cancel& cancel;
    const Redaction& redaction; // of what is cut
};

// A call of the model's, and why it is not to be run, where that is so.
struct AskedCall {
    ToolCall call;
    std::optional<ToolError> refusal = {};
};

// The tools of a manifest, ready to be called.
class Toolbelt {
public:
    // `timeout` is for tools that name none.
    Toolbelt(
        std::vector<ManifestTool> tools, std::chrono::milliseconds timeout, const Supervision& supervision);

    const std::vector<ManifestTool>& tools() const { return list; }

    // Runs the calls of one message, each after its arguments were checked against the tool's schema, as if one
    // after another: those that change nothing, and stand side by side, at once (16 at most); each that changes files alone. A failure is an answer too; thrown is
    // only what ends the run: the audit can't be written, or INTERNAL "interrupted"; what was not begun then stands in the audit as well, and that is its answer.
    // What needs the operator's yes is asked for right before it would be run; a no is an answer.
    // `finished` hears of each answer, which goes into a tool message, as soon as it stands in the audit.
    using Finished = std::function<void(std::size_t index, const std::string& content)>;
    void run(const std::vector<AskedCall>& asked, const Finished& finished) const;

    // Writes down calls that are not run, and have no answer either. Throws where the audit can't be written.
    void leave(const std::vector<ToolCall>& calls, const std::string& why) const;

    // The tool that a call by this name is of, repaired as run() would; null for none.
    const ManifestTool* tool_called(const std::string& name) const;

    // What a call by this name does.
    Effect effect_of(const std::string& name) const;

    // Would run() find the tool, and its arguments usable?
    bool accepts(const ToolCall& call) const;

private:
    struct Work;
    const ManifestTool* find(const std::string& name, std::vector<std::string>& repairs) const;
    Work prepare(const AskedCall& asked) const;
    void run_all(std::vector<Work>& works, const Finished& finished) const;
    void leave_rest(std::vector<Work>& works, const std::string& reason, const Finished& finished) const;
    bool protect(Work& work) const;
    bool may_run(Work& work) const;
    void run_at_once(std::vector<Work*>& batch, const Finished& finished) const;
    void finish(Work& work, const Outcome& outcome) const;
    void write(Work& work) const;

    std::vector<ManifestTool> list;
    std::chrono::milliseconds timeout;
    Supervision by;
};
