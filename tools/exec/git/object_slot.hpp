#pragma once

#include "tools/exec/sandbox/permissions.hpp"

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// A directory of a repository that stands in for its `objects` while a command runs: it takes what
// the command adds, and the objects that exist are its alternate, mounted read-only. git has the
// same two levels for the objects of a push (git-receive-pack(1), quarantine).
//
//   .git/agentcli/alternates           in the view: objects/info/alternates; absolute paths of base
//                                      and of all slots
//   .git/agentcli/base                 in the view: the objects that exist. Outside, it refers to
//                                      .git/objects, for clones that refer to it
//   .git/agentcli/q-N                  a slot, in the view: .git/objects
//
// A slot belongs to one command at a time (flock), and is used again.
class ObjectSlot {
public:
    // Takes a slot of the repository with this absolute path, with the rights of its owner. First
    // moves the objects of slots whose tools were killed to where they belong. Returns null if none
    // can be made: the repository cannot be written, or its `objects` is a link.
    static std::unique_ptr<ObjectSlot> take(const std::string& repository);

    ObjectSlot(const ObjectSlot&) = delete;
    ObjectSlot& operator=(const ObjectSlot&) = delete;
    ~ObjectSlot() = default;

    const std::string& repository() const { return path_of_repository; }

    // Returns the path of the directory agentcli, and that of the slot.
    std::string own_directory() const;
    std::string path() const;

    // While the command runs: copies the loose objects that it has added so far to `objects`, so
    // that git outside finds what refs name, and removes them from the slot.
    void publish() const;

    // When nothing of the command runs any more: moves what it has added to `objects`, and empties
    // the slot. An object that exists stays as it is. Of a pack, takes over only the index that
    // index_packs() has made. Returns what is left in the slot, with the reason; it is moved by the
    // next call. Stops after 10 s.
    std::vector<std::string> migrate() const;

private:
    ObjectSlot(std::string repository, std::string name, File lock)
        : path_of_repository(std::move(repository))
        , name(std::move(name))
        , lock(std::move(lock))
    {
    }

    std::string path_of_repository;
    std::string name; // q-N
    File lock;
};

using ObjectSlots = std::vector<std::unique_ptr<const ObjectSlot>>;

// Returns a slot for the repository of the workspace, unless that is null, and for those in
// `granted` (granted_directories()) whose objects are in `written`. Sets `is_complete` to false if
// one of them has none.
ObjectSlots take_slots(const Workspace* workspace, const std::vector<std::string>& granted,
    const std::vector<std::string>& written, bool& is_complete);

}
