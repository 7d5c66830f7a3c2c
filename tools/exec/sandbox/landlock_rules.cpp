#include "landlock_rules.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace exec::sandbox {

using namespace toolkit;

namespace {

// DT_DIR, DT_LNK, …: what stands in the entry, or is looked up where the file system leaves it out.
int type_of(int directory, const dirent& entry)
{
    struct stat status { };
    if (entry.d_type != DT_UNKNOWN)
        return entry.d_type;
    if (fstatat(directory, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return DT_LNK;
    return IFTODT(status.st_mode);
}

int flags_for(int type)
{
    return O_PATH | O_NOFOLLOW | O_CLOEXEC | (type == DT_DIR ? O_DIRECTORY : 0);
}

class Walk {
public:
    Walk(toolkit::sandbox::landlock::Ruleset& ruleset, const std::vector<std::string>& hidden,
        std::uint64_t rights)
        : ruleset(ruleset)
        , hidden(hidden)
        , rights(rights)
    {
    }

    // `path` is absolute; the same relative to `directory` is `name`.
    void allow(const std::string& path, int directory, const char* name, int type)
    {
        if (std::find(hidden.begin(), hidden.end(), path) != hidden.end())
            return;
        const std::string beneath = path.ends_with('/') ? path : path + "/";
        if (type == DT_DIR && std::any_of(hidden.begin(), hidden.end(), [&](const auto& place) {
                return place.starts_with(beneath);
            }))
            descend(beneath);
        else if (const File place {openat(directory, name, flags_for(type))})
            allow(place, type);
    }

private:
    // Most are files or directories, by the thousand perhaps, and need no look at them.
    void allow(const File& place, int type)
    {
        if (type == DT_DIR)
            ruleset.allow_fitting(place, rights);
        else if (type == DT_REG)
            ruleset.allow_fitting(
                place, toolkit::sandbox::landlock::Ruleset::fitting_a_file(rights));
        else
            ruleset.allow(place, rights);
    }

    // `path` ends with a '/'.
    void descend(const std::string& path)
    {
        const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(path.c_str()), closedir);
        const int directory = listing ? dirfd(listing.get()) : -1;
        while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
            const std::string_view name = entry->d_name;
            const int type = type_of(directory, *entry);
            // A link gets no rule: where it leads has one of its own.
            if (name != "." && name != ".." && type != DT_LNK)
                allow(path + entry->d_name, directory, entry->d_name, type);
        }
    }

    toolkit::sandbox::landlock::Ruleset& ruleset;
    const std::vector<std::string>& hidden;
    std::uint64_t rights;
};

}

void allow_all_but(toolkit::sandbox::landlock::Ruleset& ruleset, const std::string& place,
    const std::vector<std::string>& hidden, std::uint64_t rights)
{
    struct stat status { };
    if (stat(place.c_str(), &status) == 0)
        Walk(ruleset, hidden, rights)
            .allow(place, AT_FDCWD, place.c_str(), static_cast<int>(IFTODT(status.st_mode)));
}

}
