#pragma once

#include "mount_view.hpp"

#include "toolkit/system/file.hpp"

#include <string>
#include <vector>

namespace exec::view {

using namespace toolkit;

// Mounts the slots of a view: a slot on the `objects` of its repository, and the objects that exist
// read-only where the slot's list of alternates says. All throw SANDBOX_UNAVAILABLE.
class ObjectMounts {
public:
    // Before protect(), which makes the directory of the slots read-only.
    explicit ObjectMounts(const std::vector<SlotPlaces>& slots);

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
};

}
