#include "removal.hpp"

#include "tools/exec/sandbox/privileges.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr int to_list = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

using Place = std::pair<dev_t, ino_t>;

Place place_of(const File& directory)
{
    struct stat status { };
    fstat(directory.descriptor(), &status);
    return {status.st_dev, status.st_ino};
}

// Package managers make directories that not even their owner may change. What has the name now may
// be exchanged at any instant: its mode is changed by a descriptor alone.
File open_inner(const File& directory, const char* name)
{
    File inner(openat(directory.descriptor(), name, to_list));
    if (!inner && errno == EACCES)
        if (const File closed {openat(
                directory.descriptor(), name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)}) {
            chmod(("/proc/self/fd/" + std::to_string(closed.descriptor())).c_str(), S_IRWXU);
            inner = File(openat(closed.descriptor(), ".", to_list));
        }
    if (inner)
        fchmod(inner.descriptor(), S_IRWXU);
    return inner;
}

// Without recursion, and with few descriptors open: a command may have nested directories as deep
// as it liked. Since the kernel looks at all directories above for each call (Landlock does), one
// that lies deeper is moved to the top first, and the time is linear in what there is. If the
// kernel moves none (Landlock before ABI 2), all is removed where it is.
class Removal {
public:
    Removal(const File& directory, std::chrono::steady_clock::time_point deadline)
        : top(openat(directory.descriptor(), ".", to_list))
        , current(openat(directory.descriptor(), ".", to_list))
        , deadline(deadline)
    {
    }

    void run()
    {
        while (current)
            if (!remove_entries() || (!has_descended && !ascend()))
                return;
    }

private:
    // Up to the first entry that holds something: that is `current` then. False where it is stuck.
    bool remove_entries()
    {
        has_descended = false;
        const std::unique_ptr<DIR, int (*)(DIR*)> listing(
            fdopendir(openat(current.descriptor(), ".", to_list)), closedir);
        while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
            const std::string_view name = entry->d_name;
            if (std::chrono::steady_clock::now() > deadline)
                return false;
            if (name == "." || name == ".." || unlinkat(current.descriptor(), entry->d_name, 0) == 0
                || unlinkat(current.descriptor(), entry->d_name, AT_REMOVEDIR) == 0)
                continue;
            File inner = open_inner(current, entry->d_name);
            if (!inner)
                return false;
            if (!above.empty() && move_to_top(entry->d_name))
                continue;
            above.push_back(place_of(current));
            current = std::move(inner);
            has_descended = true;
            return true;
        }
        return listing != nullptr;
    }

    bool move_to_top(const char* name)
    {
        while (moves) {
            const std::string free_name = "moved-" + std::to_string(++count_of_moves);
            if (renameat2(current.descriptor(), name, top.descriptor(), free_name.c_str(),
                    RENAME_NOREPLACE)
                == 0)
                return true;
            moves = errno == EEXIST && std::chrono::steady_clock::now() < deadline;
        }
        return false;
    }

    // Not where somebody has moved the directory, and ".." is another.
    bool ascend()
    {
        if (above.empty())
            return false;
        current = File(openat(current.descriptor(), "..", to_list));
        const Place expected = above.back();
        above.pop_back();
        return current && place_of(current) == expected;
    }

    File top;
    File current;
    std::vector<Place> above;
    std::size_t count_of_moves = 0;
    bool moves = true;
    std::chrono::steady_clock::time_point deadline;
    bool has_descended = false;
};

}

void remove_content(const File& directory, const std::optional<sandbox::Account>& account,
    std::chrono::steady_clock::time_point deadline)
{
    const sandbox::ActingAs acting(account);
    fchmod(
        directory.descriptor(), S_IRWXU); // a command may have taken its own right to look into it
    Removal(directory, deadline).run();
}

}
