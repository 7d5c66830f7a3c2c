#pragma once

#include "known_files.hpp"
#include "name_files.hpp"
#include "tools/exec/sandbox/permissions.hpp"

#include "toolkit/system/file.hpp"

#include <sys/stat.h>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// The files by which a repository names its objects (gitrepository-layout(5)): HEAD, packed-refs,
// shallow, the index, and what is in refs and logs; also of the working trees in worktrees/, with
// their gitdir and commondir. Names at which git does not look, .* and *.lock, are left out.
// Follows no link, and opens regular files only.
//
// Reads 50,000 files, as many directories and 64 MiB; an index of more than 16 MiB is left out. Of
// what exceeds that nothing is known.
class ObjectNames {
public:
    // Opens only those that are not as in `known`; all, if other calls run (`is_alone`), or if the
    // file system does not say what has changed.
    ObjectNames(const File& directory, const KnownFiles& known, bool is_alone);

    // Reads them again, first those of `before`, whatever was added to hide them. A file whose
    // status is as in `before` is not opened: the kernel changes its time with each change, and no
    // program can set that time back. What its owner cannot read any more is made readable, with
    // the rights of `owner`.
    ObjectNames(const File& directory, const ObjectNames& before,
        const std::optional<sandbox::Account>& owner);

    const Texts& texts() const { return files.texts; }

    const KnownFiles& known_files() const { return files; }

    // Returns true if a file was opened, or one that was known is gone.
    bool has_news() const { return is_news; }

    // Returns the time before which they were not read: what has changed earlier is as read.
    const timespec& began() const { return files.start; }

    // Returns the paths of files that exist and were too large.
    const std::set<std::string>& unread() const { return unread_files; }

    // Returns the directories that are empty, and were not there before.
    const std::vector<std::string>& new_empty_directories() const { return empty; }

    bool has_directory(const std::string& path) const { return directories.contains(path); }

    // Returns which limit was exceeded; empty if none was.
    const std::string& incomplete() const { return reason; }

private:
    void end();
    void read_tree(const File& directory, const std::string& prefix);
    void read_working_trees(const File& directory);
    void read_directories(const File& directory, std::vector<std::string> waiting);
    std::vector<std::string> read_directory(const File& opened, const std::string& path);
    void read_file(const File& directory, const std::string& name, const std::string& path);
    std::string text_of(
        const File& directory, const std::string& name, const std::string& path, std::size_t size);
    std::size_t most(const std::string& path) const;
    bool take(const std::string& path, std::size_t bytes);
    void make_accessible(
        const File& directory, const std::string& name, const struct stat& status) const;
    File open_directory(const File& directory, const std::string& path) const;

    const ObjectNames* before;
    const KnownFiles* known; // while they are read
    std::optional<sandbox::Account> owner;
    KnownFiles files;
    bool is_news = false;
    std::set<std::string> unread_files;
    std::set<std::string> directories;
    std::vector<std::string> empty;
    std::string reason;
    std::size_t files_left;
    std::size_t bytes_left;
};

}
