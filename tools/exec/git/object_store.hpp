#pragma once

#include "toolkit/system/file.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace exec::git {

using namespace toolkit;

// Returns true if the index of a pack (gitformat-pack(5), version 2) lists the object id, in
// hexadecimal. Returns false for bytes that are no such index.
bool lists_object(std::string_view index, std::string_view id);

// The objects of a repository: loose ones, and those that the indexes of its packs list. Does not
// read the objects.
class ObjectStore {
public:
    // The directory that is given: that of the repository, or its `objects`.
    enum class Of { repository, objects };

    // Lists the packs. Follows no link.
    explicit ObjectStore(const File& directory, Of of = Of::repository);
    ObjectStore(const ObjectStore&) = delete;
    ObjectStore& operator=(const ObjectStore&) = delete;
    ~ObjectStore();

    // Returns true if the object is there, or may be: in another repository from which this one
    // borrows objects, or in a pack whose index cannot be read, has another version, or is reached
    // by a link.
    bool may_have(const std::string& id) const;

    bool has_loose(const std::string& id) const;
    bool has_packed(const std::string& id) const;

private:
    void map(const File& index);

    bool is_complete = true; // before `objects`, which sets it
    File objects;
    std::vector<std::string_view> indexes; // mapped into memory
};

// The objects in a slot (object_slot.hpp), which a command may change at the same time.
class SlotStore {
public:
    // Opens the indexes that the command has left beside its packs, a thousand at most.
    explicit SlotStore(File directory);

    // Returns true if the object is there, or may be: an index says so, which a command can make.
    // What a pack contains without an index of version 2 is absent for git, too, until the pack is
    // indexed. Throws system_error().
    bool may_have(const std::string& id) const;

private:
    File slot;
    std::vector<File> indexes;
};

}
