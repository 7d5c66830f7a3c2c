#pragma once

#include "object_files.hpp"

#include "toolkit/system/file.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// Moves what a command has left in its slot (object_slot.hpp) into the objects of the repository.
// Takes objects and packs alone; everything else stays in the slot. A command may still hold files
// and directories of the slot open: what is taken is read once, and these bytes are checked. A
// reader of the repository finds each object at every moment, also if the tool is killed.
class Migration {
public:
    // The directories: of the slot, of the objects, and .git/agentcli.
    struct Places {
        const File& slot;
        const File& objects;
        const File& own;
    };

    Migration(const Places& places, Clock::time_point deadline)
        : places(places)
        , deadline(deadline)
    {
    }

    // Moves the loose objects. Drops one that the repository has already, loose or in a pack, and
    // sets the time of the loose one, as git does when it would write it again. Drops what has not
    // the content that its name says. Throws if a file cannot be written: the disk is full.
    void move_loose_objects();

    // Moves the packs of the slot of this name that git has indexed into `indexes`, a directory
    // that no command can change: its copy of the pack with the index. One that git cannot index is
    // moved to .git/agentcli/refused.
    void move_packs(const std::string& slot, const File& indexes);

    // Returns what was dropped or refused, each with the reason: at most 100, and how many more.
    std::vector<std::string> refused() const;

    // Returns false once the deadline has passed: something may be left.
    bool is_in_time() const { return Clock::now() < deadline; }

private:
    void move_object(const File& from, const File& to, const std::string& id);
    void move_pack(
        const File& from, const File& indexes, const std::string& pack, const std::string& indexed);
    void refuse(const File& from, const std::string& name, const std::string& why);
    void say(const std::string& text);

    Places places;
    Clock::time_point deadline;
    std::vector<std::string> said;
    std::size_t unsaid = 0;
};

// Returns true if the slot contains nothing but an empty list of alternates.
bool is_clear(const File& slot);

// Returns true if there are packs in the slot.
bool has_packs(const File& slot);

// Removes what is in the directory, and leaves its mode. Stops at the deadline.
void empty(const File& directory, Clock::time_point deadline);

// Removes everything from the slot but that list. Stops at the deadline. Returns true if the slot
// is clear then.
bool clear(const File& slot, Clock::time_point deadline);

}
