#pragma once

#include "permissions.hpp"
#include "temporary.hpp"

#include "toolkit/landlock.hpp"
#include "toolkit/workspace.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What a command is kept in, in three rings that each hold the next:
//   the tool      sees everything but secrets; changes the workspace and the temporary directory; makes no
//                 system call that denied_calls() names
//   the keeper    can't signal the tool, so that it may kill whatever it can signal
//   the command   changes what the policy says, can't signal or trace its keepers, holds no capability
// With Policy::unrestricted there are no rings, and no process can still gain rights from a file it executes.
class Enclosure {
public:
    // Puts this process in the first ring, for good. Throws SANDBOX_UNAVAILABLE, naming the step.
    Enclosure(const Permissions& permissions, const Workspace& workspace,
        std::shared_ptr<const TemporaryDirectory> temporary);

    // Puts this process, a child of the tool, in the second ring. Is it proven that kill(-1, …) reaches
    // nobody but its own descendants? Not where Landlock knows no signals.
    bool enter_keeper() const;

    // Puts this process, a child of `keeper`, in the third ring. Throws SANDBOX_UNAVAILABLE.
    void enter_command(pid_t keeper) const;

    // "landlock" or "none".
    std::string_view level() const;

    // By the names in gaps.hpp.
    const std::vector<std::string>& gaps() const { return found_gaps; }

    const Permissions& permissions() const { return allowed; }
    const TemporaryDirectory& temporary() const { return *temporary_directory; }

private:
    void enter_tool(const Workspace& workspace, const std::vector<std::string>& hidden);

    Permissions allowed;
    std::shared_ptr<const TemporaryDirectory> temporary_directory;

    std::optional<landlock::Ruleset> for_commands;
    pid_t tool;
    std::vector<std::string> found_gaps;
};
