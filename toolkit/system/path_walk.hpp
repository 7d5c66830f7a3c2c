#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/text/path_names.hpp"

#include <sys/types.h>

#include <climits>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace toolkit::system {

// Limits of a path that is walked name by name: as many links as the kernel follows
// (path_resolution(7)), and as many directories as a path without links can name.
constexpr int max_links = 40;
constexpr std::size_t max_directories = PATH_MAX / 2;

struct WalkRules {
    // Opens one name in a directory. The flags include O_NOFOLLOW.
    using Open = File (*)(const File& directory, const std::string& name, std::uint64_t flags);

    // Returns the text to continue with in place of a link: relative to the link's directory, or to
    // the start if it begins with '/'. Returns nullopt and sets errno if the link must not be
    // followed. `place` is the path of the link from the start.
    using Follow
        = std::function<std::optional<std::string>(const File& link, const std::string& place)>;

    Open open;
    Follow follow;
    std::uint64_t flags; // for the last name; with O_NOFOLLOW a link there is opened itself
    // The first name that does not exist, and all names after it, are accepted as they are.
    bool may_be_missing = false;
};

// Opens the names of a path one after another, each directly in the directory before it, never
// above the start, and follows links by their text. Free of races; takes time linear in the number
// of names, including those of links.
class PathWalk {
public:
    PathWalk(const File& start, const std::string& path, WalkRules rules);

    // Walks the path. Returns false and sets errno on failure: EXDEV if the path leads out.
    bool run();

    // Returns the file that the path leads to; an empty File if it is missing.
    File last() { return std::move(opened); }

    // Returns the resolved path from the start: links followed, "." and ".." removed.
    text::Names names() const;

private:
    struct Text {
        std::string text;
        std::size_t at;

        bool has_names() const { return text.find_first_not_of('/', at) != std::string::npos; }
        bool has_more() const { return at < text.size(); }
    };
    struct Directory {
        std::string name;
        File file; // empty if it is missing
    };

    const File& here() const { return above.empty() ? start : above.back().file; }
    File open(std::uint64_t flags) const;
    bool next_name();
    bool step();
    bool enter(File directory);
    bool miss();
    bool step_up();
    bool open_last();
    bool follow_or_fail(int error);
    bool follow(const File& link);

    const File& start;
    WalkRules rules;
    std::vector<Directory> above; // the directories on the way; the next name is in the last one
    // The rest of the path, and of the target of each link that is being followed.
    std::vector<Text> pending;
    std::string name;
    std::size_t begin = 0; // offset of the name in its text
    bool is_last = false;
    bool has_slash = false; // the last name has a slash after it
    bool is_missing = false;
    bool is_done = false;
    int links = 0;
    int exchanges = 0;
    File opened;
};

// The functions below open a path beneath a directory without races: no "..", no absolute path and
// no link leads out, whatever changes meanwhile. On failure, they return an empty File and set
// errno. They add O_CLOEXEC.

// Opens a path by openat2(2) with `resolve`, and retries if a rename raced with it. After a call of
// open_by_names(), works like open_name_by_name().
File open_beneath(
    const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve);

// Opens a path by openat(2), directory by directory (PathWalk), always with the effect of
// RESOLVE_BENEATH, and at most max_directories deep (ENAMETOOLONG). Cannot detect whether another
// file system begins on the way (fails with EXDEV for RESOLVE_NO_XDEV), and does not distinguish
// the kernel's magic links from others: those of /proc are absolute (EXDEV) or lead nowhere.
File open_name_by_name(
    const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve);

// Makes open_beneath() avoid openat2(2) from now on, whose flags are in memory, where seccomp
// cannot see them. To be called while there is one thread.
void open_by_names();

// Creates a new file for writing directly in `directory`, with this mode less the umask. Fails with
// EEXIST if anything has that name. Uses openat2(2).
File create_beneath(const File& directory, const std::string& name, mode_t mode = 0600);

}
