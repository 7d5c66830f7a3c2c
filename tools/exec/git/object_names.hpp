#pragma once

#include "toolkit/system/file.hpp"

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace exec::git {

using namespace toolkit;

// The texts of files that name objects, by their paths beneath the directory of the repository.
using Texts = std::map<std::string, std::string>;

// The files by which a repository names its objects (gitrepository-layout(5)): HEAD, packed-refs,
// the index, and what is in refs and logs; also of the working trees in worktrees/. Files named
// *.lock are left out, since git is still writing them.
class ObjectNames {
public:
    // Reads them. Follows no link, and opens regular files only. Of a repository with more than
    // 50,000 entries or 64 MiB of names, reads HEAD, packed-refs and the index only; an index of
    // more than 16 MiB is left out.
    explicit ObjectNames(const File& directory);

    // Reads them again. A file whose status is as in `before` is not opened: the kernel changes its
    // time with each change, and no program can set that time back.
    ObjectNames(const File& directory, const ObjectNames& before);

    const Texts& texts() const { return read; }

    // Returns which limit was exceeded; empty if none was.
    const std::string& incomplete() const { return reason; }

private:
    struct Mark {
        ino_t inode;
        off_t size;
        timespec changed;
    };

    void read_tree(const File& directory, const std::string& prefix);
    void read_working_trees(const File& directory);
    void read_directory(const File& directory, const std::string& path);
    void read_file(const File& directory, const std::string& name, const std::string& path);
    bool take(std::size_t bytes);
    bool is_unchanged(const struct stat& status, const std::string& path) const;

    const ObjectNames* before;
    timespec start {}; // what is changed later has a later time
    Texts read;
    std::map<std::string, Mark> marks;
    std::string reason;
    std::size_t entries_left;
    std::size_t bytes_left;
};

// The ids that refs name, by the name of the ref: "HEAD", if it is detached, "refs/heads/main",
// "worktrees/other/HEAD". A loose ref hides a packed one.
std::map<std::string, std::string> refs_in(const Texts& texts);

// A line of a reflog: the ids before and after, and who did what when.
struct LogLine {
    std::string was;
    std::string now;
    std::string rest; // NAME <MAIL> SECONDS ZONE\tMESSAGE

    // Returns the seconds since 1970; 0 if they cannot be read.
    std::int64_t time() const;
};

// Returns the lines of a reflog that can be read.
std::vector<LogLine> lines_of_log(std::string_view text);

// Returns a path in worktrees/NAME relative to that directory; any other path as it is.
std::string_view path_in_tree(std::string_view path);

// Returns true if the path is that of a reflog.
bool is_log(std::string_view path);

// Returns true if git could read the text as that of the file with this path.
bool is_readable(std::string_view path, std::string_view text);

// Returns true if the text is an object id in hexadecimal (SHA-1 or SHA-256) other than that of
// zeros, which names nothing.
bool names_object(std::string_view text);

}
