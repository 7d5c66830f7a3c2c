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

// What a command is kept in, in three rings that each hold the next:
// - the tool: sees everything but secrets; changes the workspace and the temporary directory; makes
//   no system call that denied_calls() names
// - the supervisor: can't signal the tool, so that it may kill whatever it can signal
// - the command: changes what the policy says, can't signal or trace its supervisors, holds no
//   capability
// With Level::namespaces the supervisor and the command are in namespaces of their own, and not in
// the first ring, in which then nothing is read but the workspace and names. The command is held by
// the view that the supervisor makes of the file system, and by rules of Landlock that say the same
// again: a file that is hidden by a mount appears when it is replaced outside. With Level::none
// there are no rings, and no process can still gain rights from a file it executes.
class Enclosure {
public:
    // Makes ready what the rings are made of; nothing is entered yet, but that this process and all
    // it starts gain no rights and leave no cores. Throws SANDBOX_UNAVAILABLE, naming the step.
    Enclosure(const Permissions& permissions, const Workspace& workspace,
        std::shared_ptr<const view::TemporaryDirectory> temporary, Level level);

    // What takes most of the time of entering: may be done while an Init makes itself ready. Does
    // nothing when it is called again.
    void fill_rulesets();

    // Puts this process in the first ring, for good; after fill_rulesets(). Throws
    // SANDBOX_UNAVAILABLE.
    void enter_tool();

    // Makes this process, the first of these namespaces, the supervisor in them: makes the view,
    // gives up its capabilities. Returns view::furnish(). Throws SANDBOX_UNAVAILABLE.
    std::vector<File> enter_init(const Namespaces& namespaces) const;

    // Without namespaces: puts this process, a child of the tool, in the second ring. Is it proven
    // that kill(-1, …) reaches nobody but its own descendants? Not where Landlock knows no signals.
    bool enter_supervisor() const;

    // Puts this process, a child of `supervisor`, in the third ring. Throws SANDBOX_UNAVAILABLE.
    void enter_command(pid_t supervisor) const;

    Level level() const { return enforced; }

    // Before Init: commands add the objects of these repositories to the slots.
    void use(git::KeptObjects kept);

    // While an Init makes itself ready: git::unshare_objects() of these repositories.
    void unshare_objects();

    const git::ObjectSlots& slots() const { return kept_objects.slots; }

    // The time that git may take, after the command, to index the packs in the slots.
    std::chrono::seconds time_for_packs() const;

    // The repositories whose objects are read-only, since they have no slot.
    const std::vector<git::ClosedObjects>& closed_objects() const { return kept_objects.closed; }

    // Can commands change the workspace, or a part of it? Not with --tmp alone.
    bool changes_workspace() const;

    // Returns the places of --write.
    const std::vector<std::string>& written() const { return view.written; }

    // The directories of git outside the workspace that --write grants.
    const std::vector<std::string>& repositories() const { return view.repositories; }

    // By the names in gaps.hpp, once the tool is in its ring.
    const std::vector<std::string>& gaps() const { return found_gaps; }

    const Permissions& permissions() const { return allowed; }
    const Workspace& workspace() const { return view.workspace; }
    const view::TemporaryDirectory& temporary() const { return *temporary_directory; }

    // For TMPDIR in the command; empty where there is none.
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

    // Both before any process is made: one that is in its own namespaces adds to them what is new
    // there.
    std::unique_ptr<toolkit::sandbox::landlock::Ruleset> for_tool;
    std::unique_ptr<toolkit::sandbox::landlock::Ruleset> for_commands;
    pid_t tool;
    std::vector<std::string> found_gaps;
    bool is_filled = false; // fill_rulesets()
};

}
