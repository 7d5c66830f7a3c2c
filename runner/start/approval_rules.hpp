#pragma once

#include "agent/permissions/permissions.hpp"
#include "runner/options/options.hpp"

#include <string>

namespace runner::start {

using namespace agent;

// Returns what flags and the user's config say about approval rules: --no-stored-approvals, and
// `permissions`, a list of rules. `by` names who answers questions: "chat", "terminal" or "client".
// Throws BAD_REQUEST naming the config if a rule in it is invalid.
permissions::Settings approval_rules_of(const options::Options& options, const std::string& by);

}
