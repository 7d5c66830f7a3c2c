#pragma once

#include "permissions.hpp"

#include "toolkit/workspace/workspace.hpp"

#include <optional>

namespace exec::sandbox {

using namespace toolkit;

// Whom a command has to become for --user. Throws SANDBOX_UNAVAILABLE where it is another than this
// process's, and that is not root.
std::optional<Account> account_for(RunAs user, const Workspace& workspace);

// Throws SANDBOX_UNAVAILABLE where a limit would hold nobody: the kernel counts no processes of
// root.
void check_limits(const Permissions& permissions);

}
