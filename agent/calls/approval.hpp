#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/calls/process.hpp"
#include "runner/options/approval_mode.hpp"
#include "runner/terminal/output.hpp"
#include "runner/terminal/terminal.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/interrupt.hpp"

#include <set>
#include <string>

struct Decision {
    bool is_yes = true;
    std::string reason = {}; // of a no, for the model
    std::string record = {}; // for the audit: "yes", "always", "no: …"; empty where nobody was asked
    std::string hint = {}; // of a no, for the model
    Code code = Code::permission_denied; // of a no
};

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
class Approval {
public:
    // `redaction` hides nothing that the model could have chosen: no shapes, and no rules of the workspace.
    Approval(Approve when, const Output& output, const Redaction& redaction, const Interrupt& interrupt);

    bool asks_about(const ManifestTool& tool) const;

    // Shows all that `call.input` has, a page at a time; and what it would change, where the tool has a parameter dryRun, by calling
    // it with that. A call that is too large to be shown is refused. After a yes the dry run is made again, and if it
    // answers other bytes, or ends otherwise, the question is asked again. An "always" holds for the same input, byte for byte, from then on. Throws
    // INTERNAL "interrupted".
    Decision decide(const ManifestTool& tool, const Call& call);

private:
    Trial dry_run(const ManifestTool& tool, const Call& call, Json arguments) const;
    Decision decide_on(const Terminal& terminal, const ManifestTool& tool, const Call& call);

    Approve when;
    const Output& output;
    const Redaction& redaction;
    const Interrupt& interrupt;
    std::set<std::string> always;
};
