#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
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
//   .git/agentcli/i-N                  packs of the slot that git has copied and indexed. A command
//                                      never has it where it can be written, nor a descriptor of it
//   .git/agentcli/lock-N               locked (flock) by the tool that uses the slot. A command can
//                                      not open it, and so not lock it: it can only be written
//   .git/agentcli/refused              packs that git cannot index, for a person
//
// A slot belongs to one command at a time, and is used again.
class ObjectSlot {
public:
    // Takes a slot of the repository with this absolute path, with the rights of its owner. First
    // moves the loose objects of slots whose tools were killed to where they belong; those with
    // packs are left(). Throws system_error() if no slot can be made: the disk is full, or the
    // repository belongs to somebody else.
    static std::unique_ptr<ObjectSlot> take(const std::string& repository);

    ObjectSlot(const ObjectSlot&) = delete;
    ObjectSlot& operator=(const ObjectSlot&) = delete;
    ~ObjectSlot() = default;

    const std::string& repository() const { return path_of_repository; }

    // Returns the path of the directory agentcli, of the slot, and of the directory for indexes.
    std::string own_directory() const;
    std::string path() const;
    std::string path_of_indexes() const;

    // Returns q-N.
    std::string name() const { return "q-" + number; }

    // Returns the names of other slots with packs, of calls that were killed. They are locked, too.
    std::vector<std::string> left() const;

    // The time that git may take for the packs that are there now: of this slot, or of left().
    std::chrono::seconds time_for_packs() const;
    std::chrono::seconds time_for_left() const;

    // While the command runs: copies the loose objects that it has added so far to `objects`, so
    // that git outside finds what refs name, and removes them from the slot.
    void publish() const;

    // Before a command runs: moves the packs of left() that git has indexed to `objects`. What is
    // refused, migrate() says.
    void migrate_left() const;

    // When nothing of the command runs any more: moves what it has added to `objects`, and empties
    // the slot. An object that exists stays as it is. Returns what is left in slots or was refused,
    // with the reason. What is left is moved by the next call. Begins nothing new after 10 s.
    std::vector<std::string> migrate() const;

private:
    // A slot that this process has locked.
    struct Held {
        std::string number;
        File lock;
        File directory;
    };

    // Slots of calls that were killed.
    struct Others {
        std::vector<Held> with_packs; // left()
        std::vector<std::string> problems; // why objects are left in some
    };

    class Taking;

    ObjectSlot(std::string repository, Held held, File indexes, Others others)
        : path_of_repository(std::move(repository))
        , number(held.number)
        , held(std::move(held))
        , indexes(std::move(indexes))
        , others(std::move(others))
    {
    }

    std::string path_of_repository;
    std::string number;
    Held held;
    File indexes;
    Others others;
    mutable std::vector<std::string> told; // by migrate_left(), for migrate()
};

using ObjectSlots = std::vector<std::unique_ptr<const ObjectSlot>>;

// Publishes, or migrates, all of them. A full disk is no error of publish(), and a reason of
// migrate().
void publish(const ObjectSlots& slots);
std::vector<std::string> migrate(const ObjectSlots& slots);

// A repository without a slot: its objects are to be read-only.
struct ClosedObjects {
    std::string repository;
    std::string reason;
};

// What keeps the objects of repositories apart from commands.
struct KeptObjects {
    ObjectSlots slots;
    std::vector<ClosedObjects> closed;
    bool is_complete = true; // false if the objects of a repository remain writable
    bool has_linked_names = false; // refs or reflogs of a repository are reached by a link
};

// Returns a slot for the repository of the workspace, unless that is null, and for those in
// `granted` (granted_directories()) whose objects are in `written`.
KeptObjects keep_objects(const Workspace* workspace, const std::vector<std::string>& granted,
    const std::vector<std::string>& written);

// Gives the owner of the repository of the workspace the right to use its directories, if a command
// has taken it.
void make_repositories_usable(const Workspace& workspace);

}
