#pragma once

#include "agent/permissions/rule_store.hpp"
#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"

#include <string>

namespace runner::commands {

using namespace agent;

// What the flags of `agentcli approvals` say.
struct ApprovalsOptions {
    bool is_all = false; // of all workspaces
};

// `agentcli approvals list|remove|clear`: prints or removes approval rules of this workspace, or of
// all. Each removed rule gets a line in the audit trail of its workspace. Returns the exit status,
// which is 1 if there is no rule with the id.
int run_approvals(const options::Options& options, const redaction::Secrets& secrets);

// Returns a line about a rule for people, without its end.
std::string line_of(const permissions::StoredRule& stored);

}
