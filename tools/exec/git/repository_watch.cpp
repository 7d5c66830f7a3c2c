#include "repository_watch.hpp"

#include "repository.hpp"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr std::array parts {"HEAD", "objects", "refs"};

bool is_directory(const std::string& path)
{
    struct stat status { };
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// True if the directory has an entry but for `left_out`.
bool has_entries(const std::string& path, std::string_view left_out)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(path.c_str()), closedir);
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr)
        if (const std::string_view name = entry->d_name;
            name != "." && name != ".." && name != "info" && name != left_out)
            return true;
    return false;
}

bool is_head(const std::string& path)
{
    if (exists_outside(path) && !is_directory(path) && access(path.c_str(), R_OK) != 0)
        return true; // a link to a branch without commits
    const std::string text = text_outside(path);
    return text.starts_with("ref:")
        || (text.size() > 1 && text.find_first_not_of("0123456789abcdef\r\n") == std::string::npos);
}

// An empty directory of objects is whole in a new repository: it lists no objects before.
bool is_whole(const std::string& directory, std::string_view part)
{
    const std::string path = directory + "/" + std::string(part);
    if (part == "HEAD")
        return is_head(path);
    if (part == "objects")
        return has_entries(path, "pack") || has_entries(path + "/pack", "");
    return is_directory(path);
}

}

RepositoryWatch::RepositoryWatch(
    const Workspace& workspace, const std::vector<std::string>& granted)
{
    Budget budget;
    for (const std::string& path : git_directories(workspace, budget, "."))
        add(workspace.root_path() + "/" + path, path);
    for (const std::string& path : granted) {
        add(path, path);
        if (!exists_outside(path + "/commondir"))
            missing.push_back(path + "/commondir");
    }
}

void RepositoryWatch::add(const std::string& path, const std::string& shown)
{
    Directory directory {path, shown, {}};
    for (const char* part : parts)
        if (is_whole(path, part))
            directory.parts.emplace_back(part);
    directories.push_back(std::move(directory));
}

std::vector<std::string> RepositoryWatch::damaged() const
{
    std::vector<std::string> found;
    for (const auto& [path, shown, parts] : directories) {
        if (!is_directory(path)) {
            found.push_back(shown);
            continue;
        }
        for (const std::string& part : parts)
            if (!is_whole(path, part))
                found.push_back(shown + "/" + part);
    }
    return found;
}

std::vector<std::string> RepositoryWatch::remove_planted() const
{
    std::vector<std::string> removed;
    for (const std::string& path : missing)
        if (unlink(path.c_str()) == 0)
            removed.push_back(path);
    return removed;
}

}
