#include "toolkit/system/outputs.hpp"

#include "toolkit/system/named_file.hpp"
#include "toolkit/system/private_directory.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

namespace toolkit::system {

void hold_standard_descriptors()
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (fcntl(descriptor, F_GETFD) >= 0)
            continue;
        const int access = descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR;
        if (open("/dev/null", access) < 0) // NOLINT(cppcoreguidelines-pro-type-vararg)
            memfd_create("closed", 0);
    }
}

namespace {

struct Output {
    std::string name;
    std::int64_t bytes;
    timespec changed;
};

bool is_name_of_output(std::string_view name)
{
    constexpr std::size_t max_ending = 8;
    const std::string_view ending = name.substr(std::min(name.size(), random_name_length + 1));
    return name.find_first_not_of("0123456789abcdef") == random_name_length
        && name[random_name_length] == '.' && !ending.empty() && ending.size() <= max_ending
        && ending.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == ending.npos;
}

// The limit is needed because commands can make any number of them if .agentcli is not protected.
std::vector<Output> find_outputs(const File& directory)
{
    constexpr std::size_t max_outputs = 100'000;
    // See stat(2). The space that a file takes, whatever length it states.
    constexpr std::int64_t block = 512;
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(
        fdopendir(openat(directory.descriptor(), ".", O_RDONLY | O_CLOEXEC)), closedir);
    std::vector<Output> outputs;
    while (const dirent* entry
        = listing && outputs.size() < max_outputs ? readdir(listing.get()) : nullptr) {
        struct stat status { };
        if (is_name_of_output(entry->d_name)
            && fstatat(directory.descriptor(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
            outputs.push_back({entry->d_name, status.st_blocks * block, status.st_mtim});
    }
    return outputs;
}

bool is_older(const Output& one, const Output& other)
{
    return one.changed.tv_sec != other.changed.tv_sec ? one.changed.tv_sec < other.changed.tv_sec
                                                      : one.changed.tv_nsec < other.changed.tv_nsec;
}

// Returns true if the writer still holds its lock. Tries a shared lock, since NFS gives no other
// kind for a file that is open to read.
bool is_being_written(const File& directory, const std::string& name)
{
    constexpr int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    const File file(openat(directory.descriptor(), name.c_str(), flags));
    return file && flock(file.descriptor(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}

std::string name_for_output(const std::string& ending) { return random_name() + "." + ending; }

File open_outputs(const File& root) { return open_own_part(root, "output", "the directory"); }

void remove_old_outputs(
    const File& directory, std::int64_t max_bytes, const std::vector<std::string>& kept)
{
    std::vector<Output> outputs = find_outputs(directory);
    std::sort(outputs.begin(), outputs.end(), is_older);
    std::int64_t bytes = 0;
    for (const Output& output : outputs)
        bytes += output.bytes;
    constexpr time_t max_age = 7L * 24 * 60 * 60; // seconds
    const time_t oldest = time(nullptr) - max_age;
    for (const Output& output : outputs) {
        if (bytes <= max_bytes && output.changed.tv_sec >= oldest)
            return;
        if (std::find(kept.begin(), kept.end(), output.name) == kept.end()
            && !is_being_written(directory, output.name)
            && unlinkat(directory.descriptor(), output.name.c_str(), 0) == 0)
            bytes -= output.bytes;
    }
}

}
