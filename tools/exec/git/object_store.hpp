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

    File objects;
    std::vector<std::string_view> indexes; // mapped into memory
    bool is_complete = true;
};

}
