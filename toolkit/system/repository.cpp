#include "toolkit/system/repository.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

namespace toolkit::system {

namespace fs = std::filesystem;

static bool is_root(const fs::path& directory)
{
    struct stat status { };
    return lstat((directory / ".git").c_str(), &status) == 0;
}

// Returns true if only the user, or a group to which the user gave the directory, can have put a
// file there.
static bool is_of_user(const fs::path& directory)
{
    struct stat status { };
    return stat(directory.c_str(), &status) == 0 && status.st_uid == geteuid()
        && (status.st_mode & S_IWOTH) == 0;
}

std::vector<fs::path> directories_of_repository()
{
    std::error_code error;
    const fs::path here = fs::current_path(error);
    std::vector<fs::path> found;
    for (fs::path at = here; !error; at = at.parent_path()) {
        if (at != here && !is_of_user(at))
            break;
        found.push_back(at);
        if (is_root(at))
            return found;
        if (at == at.parent_path())
            break;
    }
    return {here};
}

fs::path root_of_repository()
{
    const auto directories = directories_of_repository();
    return is_root(directories.back()) ? directories.back() : fs::path();
}

std::string path_up(std::size_t levels)
{
    std::string path;
    for (std::size_t level = 0; level < levels; ++level)
        path += "../";
    return path;
}

std::optional<PlaceInRepository> place_in_repository(const std::string& path)
{
    const auto directories = directories_of_repository();
    const fs::path whole = (directories.front() / path).lexically_normal();
    for (std::size_t up = 0; up < directories.size(); ++up) {
        const fs::path beneath = whole.lexically_relative(directories[up]);
        if (!beneath.empty() && *beneath.begin() != "..")
            return PlaceInRepository {directories[up], beneath.string(), up};
    }
    return std::nullopt;
}

}
