#pragma once

#include "agent/permissions/rule_store.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"

#include <string>

namespace runner::commands {

using namespace agent;

// Flags of `agentcli approvals`.
struct ApprovalsOptions {
    bool is_all = false; // for all workspaces
};

// Runs `agentcli approvals list|remove|clear`: prints or removes the approval rules of this
// workspace, or of all workspaces. Each removed rule is recorded in the audit trail of its
// workspace. Returns the exit status, which is 1 if there is no rule with the given id.
int run_approvals(const options::Options& options, const redaction::Secrets& secrets);

// Returns a description of a rule on one line, without a newline.
std::string line_of(const permissions::StoredRule& stored);

}
