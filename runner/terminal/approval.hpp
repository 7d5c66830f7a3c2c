#pragma once

#include "agent/calls/approval_mode.hpp"
#include "agent/calls/approver.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <set>
#include <string>

// What a dry run has answered.
struct Trial {
    Json shown = {}; // null if the tool has no dry run
    End end = End::exited;
    int status = 0;
    std::string bytes = {};

    // Byte for byte: what is shown is redacted, and not all of an answer.
    bool has_same_effect(const Trial& other) const
    {
        return end == other.end && status == other.status && bytes == other.bytes;
    }
};

// Asks the operator, on the terminal that agentcli was started from, whether a call may be run. Without a
// terminal the answer is no.
class Approval : public Approver {
public:
    // `redaction` hides nothing that the model could have chosen: no shapes, and no rules of the workspace.
    Approval(Approve when, Output& output, const Redaction& redaction, Cancel& cancel);

    bool asks_about(const ManifestTool& tool) const override;

    // Shows all that `call.input` has, a page at a time; and what it would change, where the tool has a parameter dryRun, by calling
    // it with that. A call that is too large to be shown is refused. After a yes the dry run is made again, and if it
    // answers other bytes, or ends otherwise, the question is asked again. An "always" holds for the same input, byte for byte, from then on. Throws
    // INTERNAL "interrupted".
    Decision decide(const ManifestTool& tool, const Call& call) override;

private:
    Trial dry_run(const ManifestTool& tool, const Call& call, Json arguments) const;
    Decision decide_on(const Terminal& terminal, const ManifestTool& tool, const Call& call);

    Approve when;
    Output& output;
    const Redaction& redaction;
    Cancel& cancel;
    std::set<std::string> always;
};
