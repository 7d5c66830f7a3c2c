#pragma once

#include "toolkit/system/file.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace exec::git {

using namespace toolkit;

// Moves what a command has left in its slot (object_slot.hpp) into the objects of the repository.
// Takes regular files with names of git's alone; everything else stays in the slot. A reader of the
// repository finds each object at every moment.
class Migration {
public:
    enum class By {
        links, // nobody can write to the files any more
        copies,
    };

    Migration(const File& slot, const File& objects, By by,
        std::chrono::steady_clock::time_point deadline)
        : slot(slot)
        , objects(objects)
        , by(by)
        , deadline(deadline)
    {
    }

    // Moves the loose objects. Drops one that the repository has already, loose or in a pack, and
    // sets the time of the loose one, as git does when it would write it again.
    void move_loose_objects() const;

    // Moves the packs for which trusted_index_name() exists, with that index. Returns what is left,
    // each with the reason.
    std::vector<std::string> move_packs() const;

    // Moves the packs into another slot, without their indexes.
    void move_packs_unread(const File& other_slot) const;

    // Returns false once the deadline has passed: something may be left.
    bool is_in_time() const { return std::chrono::steady_clock::now() < deadline; }

private:
    bool place(const File& from, const File& to, const std::string& name) const;
    bool move(const File& from, const File& to, const std::string& name) const;
    bool copy(const File& from, const File& to, const std::string& name) const;

    const File& slot;
    const File& objects;
    By by;
    std::chrono::steady_clock::time_point deadline;
};

// Opens a directory for listing; follows no link. Returns an empty File if there is none.
File open_directory(const File& in, const std::string& name);

// Returns true if the name is pack- and 40 or 64 hexadecimal digits, with this suffix.
bool is_pack_name(std::string_view name, std::string_view suffix);

// Returns the name of the index that index_packs() makes for "pack-ID.pack".
std::string trusted_index_name(const std::string& pack);

// Returns true if the slot contains nothing but an empty list of alternates.
bool is_clear(const File& slot);

// Removes everything from the slot but that list. Stops at the deadline.
void clear(const File& slot, std::chrono::steady_clock::time_point deadline);

}
