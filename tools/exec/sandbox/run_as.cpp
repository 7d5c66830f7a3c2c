#include "run_as.hpp"

#include "toolkit/system/error.hpp"

#include <unistd.h>

namespace exec::sandbox {

using namespace toolkit;

std::optional<Account> account_for(RunAs user, const Workspace& workspace)
{
    if (user == RunAs::self)
        return std::nullopt;
    const struct stat status = system::status_of(workspace.root(), "the workspace");
    if (status.st_uid == geteuid())
        return std::nullopt;
    if (geteuid() != 0)
        throw ToolError(Code::sandbox_unavailable,
            "--user=owner can't be had: the workspace belongs to somebody else, and only root "
            "becomes "
            "another",
            "the operator can leave out --user");
    return Account {status.st_uid, status.st_gid};
}

void check_limits(const Permissions& permissions)
{
    const uid_t user = permissions.account ? permissions.account->user : geteuid();
    if (permissions.limits.processes > 0 && user == 0)
        throw ToolError(Code::sandbox_unavailable,
            "--processes can't be had: the kernel counts no processes of root",
            "the operator can run commands as the owner of a workspace, who is not root, by "
            "--user=owner");
}

}
