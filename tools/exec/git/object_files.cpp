#include "object_files.hpp"

#include "name_files.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace exec::git {

static std::string path_of(const File& opened)
{
    return "/proc/self/fd/" + std::to_string(opened.descriptor());
}

void make_usable(const File& opened)
{
    struct stat status { };
    if (fstat(opened.descriptor(), &status) != 0)
        return;
    const mode_t wanted = S_ISDIR(status.st_mode) ? S_IRWXU : S_IRUSR | S_IWUSR;
    const mode_t mode = status.st_mode & ~static_cast<mode_t>(S_IFMT);
    if ((mode & wanted) != wanted) // by this path also for O_PATH
        chmod(path_of(opened).c_str(), mode | wanted);
}

File open_directory(const File& in, const std::string& name)
{
    constexpr int flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const File place(openat(in.descriptor(), name.c_str(), O_PATH | flags));
    if (!place)
        return {};
    make_usable(place);
    return File(openat(place.descriptor(), ".", O_RDONLY | flags));
}

File open_file(const File& in, const std::string& name)
{
    File file = system::open_in(in, name, O_RDONLY);
    if (!file && errno == EACCES)
        if (const File place {
                openat(in.descriptor(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC)}) {
            make_usable(place);
            file = system::open_in(in, name, O_RDONLY);
        }
    struct stat status { };
    if (file && (fstat(file.descriptor(), &status) != 0 || !S_ISREG(status.st_mode))) {
        errno = EINVAL;
        return {};
    }
    return file;
}

File make_directory(const File& in, const std::string& name, mode_t mode)
{
    const bool is_new = mkdirat(in.descriptor(), name.c_str(), S_IRWXU) == 0;
    File directory
        = is_new || errno == EEXIST ? system::open_in(in, name, O_RDONLY | O_DIRECTORY) : File();
    if (!directory)
        throw system::system_error("cannot make the directory " + name);
    if (is_new)
        fchmod(directory.descriptor(), mode & ~static_cast<mode_t>(S_IFMT));
    return directory;
}

std::vector<Entry> entries_of(const File& directory)
{
    constexpr std::size_t most = 200'000; // the next call moves the others
    std::vector<Entry> entries;
    make_usable(directory);
    system::for_first_entries(open_directory(directory, "."), "a directory of objects", most,
        [&](std::string_view name, unsigned char type) {
            entries.push_back({std::string(name), type});
        });
    return entries;
}

std::vector<std::string> files_in(const File& directory)
{
    std::vector<std::string> names;
    for (Entry& entry : entries_of(directory))
        if (entry.type == DT_REG)
            names.push_back(std::move(entry.name));
    return names;
}

bool has_content(const File& directory, const std::string& name)
{
    const auto status = system::status_in(directory, name);
    return status && S_ISREG(status->st_mode) && status->st_size > 0;
}

bool is_pack_name(std::string_view name, std::string_view suffix)
{
    constexpr std::string_view prefix = "pack-";
    if (!name.starts_with(prefix) || !name.ends_with(suffix)
        || name.size() < prefix.size() + suffix.size())
        return false;
    name.remove_prefix(prefix.size());
    name.remove_suffix(suffix.size());
    return is_id(name);
}

std::string stem_of(const std::string& pack) { return pack.substr(0, pack.rfind('.')); }

std::string indexed_name(const std::string& slot, const std::string& pack, std::string_view suffix)
{
    return slot + "-" + stem_of(pack) + std::string(suffix);
}

std::chrono::seconds time_for(std::uint64_t bytes)
{
    constexpr std::uint64_t of_a_second = 4 << 20;
    constexpr std::uint64_t most = 300;
    return std::chrono::seconds(std::min(10 + bytes / of_a_second, most));
}

bool has_holes(const File& file)
{
    const off_t size = lseek(file.descriptor(), 0, SEEK_END);
    const off_t hole = lseek(file.descriptor(), 0, SEEK_HOLE); // at the end there is always one
    lseek(file.descriptor(), 0, SEEK_SET);
    return hole >= 0 && hole < size;
}

std::uint64_t bytes_of_packs(const File& slot)
{
    std::uint64_t bytes = 0;
    make_usable(slot);
    const File packs = open_directory(slot, "pack");
    if (packs)
        for (const std::string& name : files_in(packs))
            if (const File pack = is_pack_name(name, ".pack") ? open_file(packs, name) : File();
                pack && !has_holes(pack))
                bytes += static_cast<std::uint64_t>(system::status_of(pack, name).st_size);
    return bytes;
}

}
