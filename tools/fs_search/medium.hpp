#pragma once

#include "toolkit/file.hpp"
#include "toolkit/workspace.hpp"

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>

// What does it mean where a read of a regular file gives fewer bytes than were asked for?
enum class ShortRead { may_go_on, is_the_end };

// What the files of a workspace lie on. To be made before the sandbox is entered.
class Medium {
public:
    explicit Medium(const Workspace& workspace);

    // Of the files in a directory; to be asked once for each. That a short read is the end spares a twentieth of the time of a large
    // search, and is known where everything lies on one file system of a few kinds: for that, the kernel's list of mounts is read when
    // some directories were asked about, since it takes longer than to search a small project. Any thread may ask.
    ShortRead short_read();

private:
    std::string root;
    File mounts; // /proc/self/mountinfo, where the root's file system is of such a kind
    std::atomic<int> directories = 0;
    std::once_flag asked;
    ShortRead answer = ShortRead::may_go_on;
};

// Does this content of /proc/PID/mountinfo (proc(5)) name a mount beneath the directory?
bool has_mount_beneath(std::string_view mountinfo, std::string_view directory);
