#pragma once

#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace exec::git {

using namespace toolkit;

// Writes files of a repository in place of whatever a command has left there, with modes like that
// of its `objects`. Follows no link. Paths are relative to the repository. Throws system_error().
class RepositoryWriter {
public:
    explicit RepositoryWriter(const File& repository);

    // Takes space and inodes in the directory agentcli, if it is there, which the functions below
    // free when the disk is full: enough to keep all names, of which the files have this size
    // (bytes), but 64 MiB at most. Does nothing if it cannot.
    static void reserve(const File& repository, std::size_t size_of_names);

    // Removes drafts of write() in the directory agentcli that are older than 10 minutes: a tool
    // that was killed has left them.
    static void remove_old_drafts(const File& repository);

    // Replaces the file, in one step. Removes a file where a directory belongs, and a directory
    // where the file belongs. The draft is in the directory agentcli, if it is there.
    void write(const std::string& path, const std::string& text) const;

    // Like write(), but leaves what reserve() has taken.
    void write_in_free_space(const std::string& path, const std::string& text) const;

    // Removes the file, or the directory with all that is in it.
    void remove(const std::string& path) const;

    // Removes the directory, if it is empty. Returns false if it is still there.
    bool remove_empty(const std::string& path) const;

    // Makes the directory and those above it.
    File make_directory(const std::string& path) const;

    // Returns up to `most` bytes of the file; empty if there is none.
    std::string read(const std::string& path, std::size_t most) const;

    // Locks a file as git does. Waits for git, which may hold the lock outside, for 1 s: a lock
    // that stays longer is what a command or a killed process has left.
    void lock(const std::string& path) const;
    void unlock(const std::string& path) const;

private:
    template<class Change>
    void use_reserve(Change change) const;
    bool release_reserve() const;
    void try_to_lock(const std::string& path) const;
    File open_directory(const std::string& path) const;
    File open_parent(const std::string& path) const;
    File try_to_make_directory(const std::string& path) const;
    void make_one(const std::string& path) const;

    const File& repository;
    mode_t mode; // of directories
};

}
