#pragma once

#include "namespaces.hpp"
#include "permissions.hpp"
#include "tools/exec/git/object_slot.hpp"
#include "tools/exec/view/mount_view.hpp"
#include "tools/exec/view/temporary.hpp"

#include "toolkit/sandbox/landlock.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace exec::sandbox {

using namespace toolkit;

// The sandbox of a command: three rings, each inside the one before it:
// - the tool: can read everything except secrets, can change the workspace and the temporary
//   directory, and cannot make the system calls of denied_calls()
// - the supervisor: cannot signal the tool, so that it may kill everything that it can signal
// - the command: can change what the policy permits, cannot signal or trace its supervisors, and
//   has no capability
// With Level::namespaces the supervisor and the command run in new namespaces, outside the first
// ring, in which the tool can then read only the workspace and names of files. The command is
// confined by the view of the file system that the supervisor makes, and by Landlock rules for the
// same paths, since a file that is hidden by a mount becomes visible when it is replaced outside.
// With Level::none there are no rings; even then no process gains rights from a file that it
// executes.
class Enclosure {
public:
    // Prepares the rings without entering one, but from now on this process and all that it starts
    // gain no rights and leave no core dumps. Throws SANDBOX_UNAVAILABLE with the step that failed,
    // and what paths_to_hide() and related functions throw. `workspace` must outlive this object.
    Enclosure(const Permissions& permissions, const Workspace& workspace,
        std::shared_ptr<const view::TemporaryDirectory> temporary, Level level);

    // Fills the Landlock rulesets, which takes most of the time. May run while an Init prepares
    // itself. Further calls have no effect.
    void fill_rulesets();

    // Puts this process into the first ring permanently. Must be called after fill_rulesets().
    // Throws SANDBOX_UNAVAILABLE.
    void enter_tool();

    // Makes this process, the first in its namespaces, their supervisor: makes the view and gives
    // up its capabilities. Returns what view::furnish() returns. Throws SANDBOX_UNAVAILABLE.
    std::vector<File> enter_init(const Namespaces& namespaces) const;

    // Puts this process, a child of the tool, into the second ring. For levels without namespaces.
    // Returns true if it is certain that kill(-1, …) reaches only its own descendants; false if
    // Landlock does not support signals.
    bool enter_supervisor() const;

    // Puts this process, a child of `supervisor`, into the third ring. Throws SANDBOX_UNAVAILABLE.
    void enter_command(pid_t supervisor) const;

    Level level() const { return enforced; }

    // Sets the slots to which commands add the objects of repositories. Must be called before an
    // Init is made.
    void use(git::KeptObjects kept);

    // While an Init makes itself ready: git::unshare_objects() of these repositories.
    void unshare_objects();

    const git::ObjectSlots& slots() const { return kept_objects.slots; }

    // Returns the time that git may take after the command to index the packs in the slots.
    std::chrono::seconds time_for_packs() const;

    // Returns the repositories whose objects are read-only since they have no slot.
    const std::vector<git::ClosedObjects>& closed_objects() const { return kept_objects.closed; }

    // Returns true if commands can change the workspace or a part of it. A --tmp in the workspace
    // does not count.
    bool changes_workspace() const;

    // Returns the paths of --write.
    const std::vector<std::string>& written() const { return view.written; }

    // Returns the git directories outside the workspace that --write grants.
    const std::vector<std::string>& repositories() const { return view.repositories; }

    // Returns the names of the gaps (gaps.hpp). Empty until enter_tool() has been called.
    const std::vector<std::string>& gaps() const { return found_gaps; }

    const Permissions& permissions() const { return allowed; }
    const Workspace& workspace() const { return view.workspace; }
    const view::TemporaryDirectory& temporary() const { return *temporary_directory; }

    // Returns the TMPDIR of the command; empty if there is none.
    std::string temporary_path() const;

private:
    void allow_new_places() const;
    void allow_own_work() const;
    bool kills_in_one_step() const;

    Permissions allowed;
    std::shared_ptr<const view::TemporaryDirectory> temporary_directory;
    Level enforced;
    view::View view;
    git::KeptObjects kept_objects;
    bool shares_objects = false;

    // Both are made before any process is started; a process in new namespaces adds the places that
    // exist only there.
    std::unique_ptr<toolkit::sandbox::landlock::Ruleset> for_tool;
    std::unique_ptr<toolkit::sandbox::landlock::Ruleset> for_commands;
    pid_t tool;
    std::vector<std::string> found_gaps;
    bool is_filled = false; // set by fill_rulesets()
};

}
