#pragma once

#include "toolkit/file.hpp"
#include "toolkit/identity.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

class Workspace;

// One name that is about to change, and the temporary name beside it.
struct PlannedChange {
    std::string directory; // resolved
    std::string name; // empty: only the temporary one is ours, to be removed whatever it is
    std::string temporary;
    std::optional<Identity> old; // what has the name now
    std::optional<Identity> fresh = {}; // what is about to have it; known once all is prepared
};

struct Plan {
    std::vector<PlannedChange> changes = {};
    std::vector<std::string> new_directories = {}; // resolved, the outermost first
    bool is_prepared = false; // names are being changed
    bool is_done = false; // all of them are
};

// A plan as a file in .agentcli/journal, which is there, and locked (flock), for as long as its process lives and
// is not done: whoever finds one without a lock knows that a process was killed, and what it left half done
// (toolkit/recovery.hpp). Where .agentcli can't be written there is no journal, and a change goes on without; so does
// one of temporary names alone (a removal, a move) where there is no space.
class Journal {
public:
    // Before anything of the plan is begun. Throws NO_SPACE, IO_ERROR, and TOO_LARGE where the plan has more
    // changes or directories than most_in_a_plan.
    Journal(const Workspace& workspace, const Plan& plan);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    ~Journal(); // the plan is carried out, or taken back

    // Everything is prepared: the names are about to change, and this is what they will lead to.
    void prepared(const Plan& plan);

    // All names are changed: there is no way back from here.
    void done();

private:
    bool create();
    void write(std::string_view text);
    void synchronise() const;
    void remove() noexcept;

    const Workspace& workspace;
    bool is_home_new = false;
    File home;
    File directory;
    std::string name;
    File file;
};

constexpr std::size_t most_in_a_plan = 100'000;

// The text of a journal, piece by piece, and back: none where it is that of no journal. One that was being written
// when its process was killed has no changes yet, or is not prepared, or not done.
std::string plan_text(const Plan& plan);
std::string prepared_text(const Plan& plan);
std::string done_text();
std::optional<Plan> parse_journal(std::string_view text);

// .agentcli/journal; a File that holds none where it is not there.
File open_journals(const Workspace& workspace);

// Removes it, and .agentcli, where nothing is in them.
void remove_empty_journals(const Workspace& workspace);
