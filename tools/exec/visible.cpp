#include "visible.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace {

// A link gets no rule: where it leads has one of its own.
bool is_link(int directory, const dirent& entry)
{
    struct stat status { };
    if (entry.d_type != DT_UNKNOWN)
        return entry.d_type == DT_LNK;
    return fstatat(directory, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || S_ISLNK(status.st_mode);
}

class Walk {
public:
    Walk(landlock::Ruleset& ruleset, const std::vector<std::string>& hidden, std::uint64_t rights)
        : ruleset(ruleset)
        , hidden(hidden)
        , rights(rights)
    {
    }

    // `path` ends with a '/'.
    void descend(const std::string& path)
    {
        const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(path.c_str()), closedir);
        while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
            const std::string_view name = entry->d_name;
            if (name != "." && name != ".." && !is_link(dirfd(listing.get()), *entry))
                allow(path + entry->d_name);
        }
    }

private:
    void allow(const std::string& path)
    {
        if (std::find(hidden.begin(), hidden.end(), path) != hidden.end())
            return;
        const std::string beneath = path + "/";
        if (std::any_of(hidden.begin(), hidden.end(),
                [&](const auto& place) { return place.starts_with(beneath); })) {
            descend(beneath);
            return;
        }
        if (const File place {open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)})
            ruleset.allow(place, rights);
    }

    landlock::Ruleset& ruleset;
    const std::vector<std::string>& hidden;
    std::uint64_t rights;
};

}

void allow_all_but(landlock::Ruleset& ruleset, const std::vector<std::string>& hidden, std::uint64_t rights)
{
    Walk(ruleset, hidden, rights).descend("/");
}
