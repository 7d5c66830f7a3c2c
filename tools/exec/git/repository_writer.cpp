#include "repository_writer.hpp"

#include "removal.hpp"
#include "repository.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/path_names.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <optional>
#include <string_view>
#include <thread>
#include <vector>

namespace exec::git {

using text::name_of;
using text::parent_of;

static constexpr mode_t of_all = S_IRWXU | S_IRWXG | S_IRWXO;
static constexpr mode_t of_files = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

// In agentcli: a file that takes space, and empty ones that take inodes.
static constexpr const char* reserved = "reserved";
static constexpr int count_of_reserved_inodes = 16;
static constexpr std::string_view prefix_of_drafts = "draft-";

static std::string reserved_inode(int number)
{
    return std::string(reserved) + "-" + std::to_string(number);
}

static void remove_entry(const File& directory, const std::string& name)
{
    constexpr std::chrono::seconds patience {5};
    const auto there = system::status_in(directory, name);
    if (there && !S_ISDIR(there->st_mode)) {
        unlinkat(directory.descriptor(), name.c_str(), 0);
    } else if (there) {
        const File opened = system::open_in(directory, name, O_RDONLY | O_DIRECTORY);
        if (opened)
            remove_content(opened, {}, std::chrono::steady_clock::now() + patience);
        unlinkat(directory.descriptor(), name.c_str(), AT_REMOVEDIR);
    }
}

RepositoryWriter::RepositoryWriter(const File& repository)
    : repository(repository)
    , mode(S_IRWXU)
{
    if (const auto objects = system::status_in(repository, "objects"))
        mode |= objects->st_mode & (of_all | S_ISGID);
}

static File own_directory_of(const File& repository)
{
    return system::open_beneath(repository, "agentcli", O_RDONLY | O_DIRECTORY, without_links);
}

void RepositoryWriter::remove_old_drafts(const File& repository)
{
    const File own = own_directory_of(repository);
    if (!own)
        return;
    constexpr std::size_t most = 10'000;
    constexpr std::time_t age = 600; // seconds
    const std::time_t now = std::time(nullptr);
    std::vector<std::string> old;
    system::for_first_entries(
        own, "agentcli", most, [&](std::string_view name, unsigned char /*type*/) {
            if (!name.starts_with(prefix_of_drafts))
                return;
            const auto status = system::status_in(own, std::string(name));
            if (status && status->st_mtim.tv_sec + age < now)
                old.emplace_back(name);
        });
    for (const std::string& name : old)
        unlinkat(own.descriptor(), name.c_str(), 0);
}

void RepositoryWriter::reserve(const File& repository, std::size_t size_of_names)
{
    constexpr std::size_t step = std::size_t {256} << 10;
    constexpr std::size_t most = std::size_t {64} << 20;
    constexpr std::size_t of_a_ref = 3; // its entry in a reflog is as many times as long
    const std::size_t needed = std::min(most, (size_of_names * of_a_ref / step + 1) * step);
    const File own = own_directory_of(repository);
    if (!own)
        return;
    const auto there = system::status_in(own, reserved);
    if (there && static_cast<std::size_t>(there->st_size) >= needed)
        return;
    for (int number = 1; number < count_of_reserved_inodes; ++number)
        (void)system::create_beneath(own, reserved_inode(number));
    if (!there)
        (void)system::create_beneath(own, reserved);
    if (const File file = system::open_in(own, reserved, O_WRONLY))
        fallocate(file.descriptor(), 0, 0, static_cast<off_t>(needed));
}

// Returns false if nothing was reserved.
bool RepositoryWriter::release_reserve() const
{
    const File own = open_directory("agentcli");
    if (!own || unlinkat(own.descriptor(), reserved, 0) != 0)
        return false;
    for (int number = 1; number < count_of_reserved_inodes; ++number)
        unlinkat(own.descriptor(), reserved_inode(number).c_str(), 0);
    return true;
}

// Makes the change once more, with what was reserved, if it fails.
template<class Change>
void RepositoryWriter::use_reserve(Change change) const
{
    try {
        change();
        return;
    } catch (const ToolError&) {
        if (!release_reserve())
            throw;
    }
    change();
}

void RepositoryWriter::write(const std::string& path, const std::string& text) const
{
    use_reserve([&] { write_in_free_space(path, text); });
}

void RepositoryWriter::write_in_free_space(const std::string& path, const std::string& text) const
{
    const File directory = open_parent(path);
    const auto there = system::status_in(directory, name_of(path));
    if (there && S_ISDIR(there->st_mode))
        remove_entry(directory, name_of(path));
    const std::string draft = std::string(prefix_of_drafts) + system::random_name();
    const File own = open_directory("agentcli"); // where nobody takes it for a ref
    const File& place = own ? own : directory;
    const File file = system::create_beneath(place, draft);
    if (!file)
        throw system::system_error("cannot write '" + path + "'");
    try {
        system::write_whole(file, path, text);
        fchmod(file.descriptor(), mode & of_files);
        if (renameat(
                place.descriptor(), draft.c_str(), directory.descriptor(), name_of(path).c_str())
            != 0)
            throw system::system_error("cannot write '" + path + "'");
    } catch (const ToolError&) {
        unlinkat(place.descriptor(), draft.c_str(), 0);
        throw;
    }
}

void RepositoryWriter::remove(const std::string& path) const
{
    if (const File directory = open_directory(parent_of(path)))
        remove_entry(directory, name_of(path));
}

bool RepositoryWriter::remove_empty(const std::string& path) const
{
    const File directory = open_directory(parent_of(path));
    return directory && unlinkat(directory.descriptor(), name_of(path).c_str(), AT_REMOVEDIR) == 0;
}

File RepositoryWriter::make_directory(const std::string& path) const
{
    File directory;
    use_reserve([&] { directory = try_to_make_directory(path); });
    return directory;
}

File RepositoryWriter::try_to_make_directory(const std::string& path) const
{
    for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1))
        make_one(path.substr(0, end));
    make_one(path);
    return open_directory(path);
}

std::string RepositoryWriter::read(const std::string& path, std::size_t most) const
{
    const File file
        = system::open_beneath(repository, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, without_links);
    return file && S_ISREG(system::status_of(file, path).st_mode)
        ? system::read_range(file, path, 0, most)
        : "";
}

void RepositoryWriter::lock(const std::string& path) const
{
    use_reserve([&] { try_to_lock(path); });
}

void RepositoryWriter::try_to_lock(const std::string& path) const
{
    constexpr int max_tries = 1000;
    const std::string name = name_of(path) + ".lock";
    const File directory = open_parent(path);
    for (int tries = 0; tries < max_tries; ++tries) {
        if (system::create_beneath(directory, name))
            return;
        if (errno != EEXIST)
            throw system::system_error("cannot lock '" + path + "'");
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void RepositoryWriter::unlock(const std::string& path) const { remove(path + ".lock"); }

File RepositoryWriter::open_directory(const std::string& path) const
{
    return system::open_beneath(repository, path, O_RDONLY | O_DIRECTORY, without_links);
}

File RepositoryWriter::open_parent(const std::string& path) const
{
    const std::string parent = parent_of(path);
    File directory = parent == "." ? open_directory(".") : try_to_make_directory(parent);
    if (!directory)
        throw system::system_error("cannot enter '" + parent + "'");
    return directory;
}

void RepositoryWriter::make_one(const std::string& path) const
{
    const File above = open_directory(parent_of(path));
    if (!above)
        throw system::system_error("cannot enter '" + parent_of(path) + "'");
    const auto there = system::status_in(above, name_of(path));
    if (there && S_ISDIR(there->st_mode))
        return;
    if (there)
        remove_entry(above, name_of(path));
    if (mkdirat(above.descriptor(), name_of(path).c_str(), S_IRWXU) != 0)
        throw system::system_error("cannot make the directory '" + path + "'");
    if (const File made = open_directory(path))
        fchmod(made.descriptor(), mode);
}

}
