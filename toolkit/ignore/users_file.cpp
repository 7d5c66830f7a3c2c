#include "toolkit/ignore/users_file.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/workspace/path.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <utility>

namespace toolkit::ignore {

namespace {

constexpr std::size_t max_file_bytes = 4 << 20;

bool is_same(const struct stat& one, const struct stat& other)
{
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// Goes along a path name by name, and knows when it comes into the workspace.
class Way {
public:
    explicit Way(const File& root)
        : root(system::status_of(root, "the workspace"))
    {
    }

    UsersFile read(const std::string& path)
    {
        begin(path);
        while (!names.empty()) {
            const std::string name = std::move(names.back());
            names.pop_back();
            if (name == "..") {
                step_up();
                continue;
            }
            File entry = system::open_in(here, name, O_PATH);
            if (!entry)
                return {};
            const mode_t mode = system::status_of(entry, name).st_mode;
            if (S_ISREG(mode) && names.empty())
                return {text_of_users_file(system::open_in(here, name, O_RDONLY)), depth > 0};
            if (S_ISLNK(mode) ? !follow(entry) : !S_ISDIR(mode) || !enter(std::move(entry)))
                return {};
        }
        return {};
    }

private:
    void begin(const std::string& path)
    {
        const text::Names parts = text::split_path(path);
        names.insert(names.end(), parts.rbegin(), parts.rend());
        if (!path.starts_with('/'))
            return;
        depth = 0;
        enter(File(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)));
    }

    void step_up()
    {
        here = File(openat(here.descriptor(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
        depth = std::max(depth - 1, 0);
    }

    bool enter(File directory)
    {
        if (!directory)
            return false;
        if (depth > 0 || is_same(system::status_of(directory, "a directory"), root))
            ++depth;
        here = std::move(directory);
        return true;
    }

    bool follow(const File& link)
    {
        const auto target = system::find_target_of(link);
        if (depth > 0 || !target || ++links > system::most_links)
            return false;
        begin(*target);
        return true;
    }

    struct stat root;
    text::Names names; // to come, the next one last
    File here;
    int depth = 0; // of the directories of the workspace that it is in, the root one of them
    int links = 0;
};

}

std::string text_of_users_file(const File& file)
{
    try {
        return file && S_ISREG(system::status_of(file, "a file").st_mode)
            ? system::read_range(file, "a file", 0, max_file_bytes)
            : std::string();
    } catch (const ToolError&) {
        return {};
    }
}

UsersFile read_users_file(const std::string& path, const File& root)
{
    struct stat status { };
    // Nearly all of these files do not exist, which the kernel says in one call.
    if (fstatat(AT_FDCWD, path.c_str(), &status, AT_NO_AUTOMOUNT) != 0 && errno == ENOENT)
        return {};
    std::error_code error;
    const std::string whole = std::filesystem::absolute(path, error);
    return error ? UsersFile {} : Way(root).read(whole);
}

}
