#pragma once

#include "mount_view.hpp"

#include "toolkit/system/file.hpp"

#include <string>
#include <utility>
#include <vector>

namespace exec::view {

using namespace toolkit;

// Returns copies of the mounts of the directories for indexes, which are attached nowhere. Throws
// SANDBOX_UNAVAILABLE.
std::vector<File> copies_of_indexes(const std::vector<SlotPlaces>& slots);

// Mounts the slots of a view: a slot on the `objects` of its repository, and the objects that exist
// read-only where the slot's list of alternates says. Without a slot, `objects` becomes read-only.
// All throw SANDBOX_UNAVAILABLE.
class ObjectMounts {
public:
    // Before protect(), which makes the directory of the slots read-only.
    explicit ObjectMounts(const View& view);

    // After it.
    void attach() const;

private:
    struct Copies {
        const SlotPlaces& places;
        File existing_objects;
        File slot;
        File info; // of the slot: a mount cannot be moved away
        File alternates;
    };
    std::vector<Copies> all;
    std::vector<std::pair<std::string, File>> closed; // by path
};

}
