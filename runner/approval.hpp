#pragma once

#include "runner/approval_mode.hpp"
#include "runner/interrupt.hpp"
#include "runner/manifest.hpp"
#include "runner/output.hpp"
#include "runner/process.hpp"

#include <set>
#include <string>

struct Decision {
    bool is_yes = true;
    std::string reason = {}; // of a no, for the model
    std::string record = {}; // for the audit: "yes", "always", "no: …"; empty where nobody was asked
};

// Asks the operator, on the terminal that agentcli was started from, whether a call may be run. Without a
// terminal the answer is no.
class Approval {
public:
    Approval(Approve when, const Output& output, const Interrupt& interrupt);

    bool asks_about(const ManifestTool& tool) const;

    // Shows the call; and what it would change, where the tool has a parameter dryRun, by calling it with that. An
    // "always" holds for the same arguments from then on. Throws INTERNAL "interrupted".
    Decision decide(const ManifestTool& tool, const Call& call);

private:
    Json dry_run(const ManifestTool& tool, const Call& call, Json arguments) const;

    Approve when;
    const Output& output;
    const Interrupt& interrupt;
    std::set<std::string> always;
};
