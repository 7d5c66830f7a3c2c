#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::change {

// One name that is about to change, and the temporary name beside it.
struct PlannedChange {
    std::string directory; // resolved
    std::string name; // empty: only the temporary one is ours, to be removed whatever it is
    std::string temporary;
    std::optional<system::Identity> old; // what has the name now
    std::optional<system::Identity> fresh
        = {}; // what is about to have it; known once all is prepared

    bool changes_name() const { return old != fresh; }
    bool is_to_exist() const { return fresh.has_value(); }
    bool is_to_have(const system::Identity& identity) const { return fresh == identity; }
};

struct Plan {
    std::vector<PlannedChange> changes = {};
    std::vector<std::string> new_directories = {}; // resolved, the outermost first
    bool is_prepared = false; // names are being changed
    bool is_done = false; // all of them are
};

// A plan as a file in .agentcli/journal, which is there, and locked (flock), for as long as its
// process lives and is not done: whoever finds one without a lock knows that a process was killed,
// and what it left half done (toolkit/change/recovery.hpp). Where .agentcli can't be written there
// is no journal, and a change continues without; so does one of temporary names alone (a removal, a
// move) where there is no space.
//
// .agentcli itself stays, even when it is empty: it may be protected from commands by a mount,
// which the kernel detaches when the directory is removed. Only a call that made it removes it
// again, and only under an exclusive lock (flock) of it: a program that relies on it holds a shared
// one, and looks whether it is still there once it has that.
class Journal {
public:
    // Before anything of the plan is begun. Throws NO_SPACE, IO_ERROR, and TOO_LARGE where the plan
    // has more changes or directories than max_in_a_plan, or its journal would be longer than
    // max_journal.
    Journal(const Workspace& workspace, const Plan& plan);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    // The plan is carried out, or taken back. The journal stays, without a lock, after keep(), and
    // when a temporary name is left that belongs to no change of a name: the next call recovers by
    // it.
    ~Journal();

    // Everything is prepared: the names are about to change, and this is what they will lead to.
    void prepared(const Plan& plan);

    // All names are changed: there is no way back from here. If it throws, there still is, and the
    // journal says so.
    void done();

    // What the plan names could not be put right.
    void keep() noexcept { is_kept = true; }

private:
    bool create();
    void write(std::string_view text);
    void synchronise() const;
    bool is_something_left() const noexcept;
    void remove() noexcept;

    const Workspace& workspace;
    bool is_home_new = false;
    File home;
    File directory;
    std::string name;
    File file;
    off_t size = 0;
    bool is_kept = false;
    std::vector<PlannedChange> temporaries; // the changes that are temporary names alone
};

constexpr std::size_t max_in_a_plan = 100'000;
constexpr std::size_t max_journal = 32 << 20;

// The text of a journal, piece by piece, and back: none when it is that of no journal, or more
// follows. One that was being written when its process was killed has no changes yet, or is not
// prepared, or not done.
std::string plan_text(const Plan& plan);
std::string prepared_text(const Plan& plan);
std::size_t max_of_prepared_text(const Plan& plan); // bytes, before all is prepared
std::string done_text();
std::optional<Plan> parse_journal(std::string_view text);

// .agentcli/journal, reached by no link; a File that holds none where it is not there.
File open_journals(const Workspace& workspace);

// Removes it when it is empty.
void remove_empty_journals(const Workspace& workspace);

}
