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

// What a path may lead through if it is walked by hand: links as many as the kernel allows
// (path_resolution(7)), and directories as many as a path without links can name.
constexpr int most_links = 40;
constexpr std::size_t most_directories = PATH_MAX / 2;

struct WalkRules {
    // Opens one name in a directory; O_NOFOLLOW is among the flags.
    using Open = File (*)(const File& directory, const std::string& name, std::uint64_t flags);

    // The text to continue with in place of a link, in the link's directory, or at the start if it
    // begins with '/'. Nothing, with errno, if the link must not be followed. `place` is the path
    // of the link from the start.
    using Follow
        = std::function<std::optional<std::string>(const File& link, const std::string& place)>;

    Open open;
    Follow follow;
    std::uint64_t flags; // of the last name; with O_NOFOLLOW a link there is what is wanted
    bool may_be_missing
        // the first name that does not exist, and all names after it, are taken as they are
        = false;
};

// Opens one name after the other, each directly in the directory before it, never above the start,
// and follows links by their text: race-free, in time linear in the names, those of links included.
class PathWalk {
public:
    PathWalk(const File& start, const std::string& path, WalkRules rules);

    // False if it failed, with errno: EXDEV for a way out.
    bool run();

    // What the path leads to; a File that holds none if it is missing.
    File last() { return std::move(opened); }

    // Where that is, from the start: links followed, "." and ".." resolved.
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
        File file; // holds none if it is missing
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
    std::vector<Directory> above; // the directories on the way; in the last one is the next name
    std::vector<Text> pending; // the path, and of each link that is being followed what it leads to
    std::string name;
    std::size_t begin = 0; // of the name
    bool is_last = false;
    bool has_slash = false; // after the last name
    bool is_missing = false;
    bool is_done = false;
    int links = 0;
    int exchanges = 0;
    File opened;
};

// Opening beneath a directory, race-free: no "..", no absolute path and no link leads out, whatever
// changes meanwhile. Errors are errno, with a File that holds none. O_CLOEXEC is added.

// Opens a path as openat2(2) does with `resolve`, and retries if a rename raced with it. After
// open_by_names() was called, opens it as open_name_by_name() does.
File open_beneath(
    const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve);

// Opens a path by openat(2), directory by directory (PathWalk), and always as with RESOLVE_BENEATH:
// at most most_directories deep (ENAMETOOLONG). It can't detect whether another file system begins
// on the way (RESOLVE_NO_XDEV is EXDEV), and does not distinguish the kernel's magic links from
// others: those of /proc are absolute, EXDEV, or lead nowhere.
File open_name_by_name(
    const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve);

// From here on nothing is opened by openat2(2), whose flags lie in memory, where seccomp can't see
// them. To be called while there is one thread.
void open_by_names();

// A new file to write directly in `directory`, of this mode less the umask; EEXIST where there is
// anything of that name. By openat2(2).
File create_beneath(const File& directory, const std::string& name, mode_t mode = 0600);

}
