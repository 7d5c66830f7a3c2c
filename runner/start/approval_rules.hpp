#pragma once

#include "agent/permissions/permissions.hpp"
#include "runner/options/options.hpp"

#include <string>

namespace runner::start {

using namespace agent;

// Returns the settings for approval rules from --no-stored-approvals and from `permissions`, a list
// of rules in the user's config. `by` names the front end that answers questions: "chat",
// "terminal" or "client". Throws BAD_REQUEST naming the config if a rule in it is invalid.
permissions::Settings approval_rules_of(const options::Options& options, const std::string& by);

}
