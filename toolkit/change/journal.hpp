#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::change {

// A pending change of one name, and the temporary name in the same directory.
struct PlannedChange {
    std::string directory; // resolved path
    // empty: the change only uses the temporary name, which recovery always removes
    std::string name;
    std::string temporary;
    std::optional<system::Identity> old; // what the name leads to now
    // The future target of the name; known once everything is staged.
    std::optional<system::Identity> future = {};

    bool changes_name() const { return old != future; }
    bool is_to_exist() const { return future.has_value(); }
    bool is_to_have(const system::Identity& identity) const { return future == identity; }
};

// The changes of a transaction.
struct Plan {
    std::vector<PlannedChange> changes = {};
    std::vector<std::string> new_directories = {}; // resolved paths, the outermost first
    bool is_prepared = false; // everything is staged, and names may have been changed
    bool is_done = false; // all names have been changed
};

// A plan that is stored as a file in .agentcli/journal and locked (flock) until the process ends or
// the plan is done. A journal without a lock therefore belongs to a process that was killed, and
// lists what it left half done (toolkit/change/recovery.hpp). If .agentcli cannot be written, there
// is no journal, and the change continues without one. The same applies if there is no space for
// the journal and all changes only use temporary names, as a removal or a move does.
//
// .agentcli itself stays even if it is empty: a mount may protect it from commands, and the kernel
// detaches that mount if the directory is removed. Only the call that made .agentcli removes it
// again, and only under an exclusive lock (flock). A program that depends on the directory holds a
// shared lock on it, and checks after locking that the directory still exists.
class Journal {
public:
    // Writes the plan. Must be called before any change of the plan is begun. Throws NO_SPACE,
    // IO_ERROR, and TOO_LARGE if the plan has more than max_in_a_plan changes or directories, or
    // its journal would be longer than max_journal bytes.
    Journal(const Workspace& workspace, const Plan& plan);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    // Removes the journal, since the plan is done or taken back. The journal stays, without a lock,
    // after keep(), and if a temporary name of a change without a name still exists. The next call
    // then recovers by it.
    ~Journal();

    // Records that everything is staged, and what the names will lead to. To be called before the
    // first name is changed.
    void prepared(const Plan& plan);

    // Records that all names have been changed. Afterwards the plan can no longer be taken back,
    // unless this function throws.
    void done();

    // Makes the destructor leave the journal for the next call, because a part of the plan could
    // not be completed or taken back.
    void keep() noexcept { is_kept = true; }

private:
    bool create();
    void write(std::string_view text);
    void synchronise() const;
    bool is_something_left() const noexcept;
    void remove() noexcept;

    const Workspace& workspace;
    bool is_home_new = false; // this object made `home`
    File home; // .agentcli
    File directory; // .agentcli/journal
    std::string name; // name of the journal in `directory`
    File file;
    off_t size = 0; // bytes written
    bool is_kept = false;
    std::vector<PlannedChange> temporaries; // changes without a name
};

constexpr std::size_t max_in_a_plan = 100'000;
constexpr std::size_t max_journal = 32 << 20; // bytes

// Return the parts of a journal's text, in the order in which they are written.
std::string plan_text(const Plan& plan);
std::string prepared_text(const Plan& plan);
std::size_t max_of_prepared_text(const Plan& plan); // upper limit in bytes
// Returns nullopt if the text is not that of a journal, or has more after its end. If the text ends
// early, because the process was killed while it wrote, the plan has no changes, or is not
// prepared, or is not done.
std::string done_text();
std::optional<Plan> parse_journal(std::string_view text);

// Opens .agentcli/journal without following links. Returns an empty File if it does not exist or
// cannot be opened.
File open_journals(const Workspace& workspace);

// Removes .agentcli/journal if it is empty.
void remove_empty_journals(const Workspace& workspace);

}
