#include "agent/mcp/named_files.hpp"

#include <sys/stat.h>

#include <string>

namespace agent::mcp {

static bool is_same(const timespec& left, const timespec& right)
{
    return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

bool FileState::operator==(const FileState& other) const
{
    return device == other.device && number == other.number && size == other.size
        && is_same(changed, other.changed) && is_same(status_changed, other.status_changed);
}

static FileState state_of(const std::string& path)
{
    struct stat status { };
    if (stat(path.c_str(), &status) != 0)
        return {};
    if (S_ISDIR(status.st_mode))
        return {status.st_dev, status.st_ino};
    return {status.st_dev, status.st_ino, status.st_size, status.st_mtim, status.st_ctim};
}

std::vector<FileState> named_files(const calls::Launch& launch)
{
    std::vector<FileState> files {state_of(launch.program)};
    for (const std::string& word : launch.argv) {
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        files.push_back(state_of(equals == std::string::npos ? word : word.substr(equals + 1)));
    }
    return files;
}

}
