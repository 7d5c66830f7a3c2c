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

#include <cerrno>
#include <chrono>
#include <optional>
#include <thread>

namespace exec::git {

using text::name_of;
using text::parent_of;

static constexpr mode_t of_all = S_IRWXU | S_IRWXG | S_IRWXO;
static constexpr mode_t of_files = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

static constexpr const char* reserved = "reserved"; // in agentcli

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

void RepositoryWriter::reserve(const File& repository)
{
    constexpr off_t size = off_t {256} << 10;
    const File own
        = system::open_beneath(repository, "agentcli", O_PATH | O_DIRECTORY, without_links);
    if (!own || system::status_in(own, reserved))
        return;
    if (const File file = system::create_beneath(own, reserved))
        fallocate(file.descriptor(), 0, 0, size);
}

void RepositoryWriter::write(const std::string& path, const std::string& text) const
{
    try {
        write_in_free_space(path, text);
    } catch (const ToolError&) {
        const File own = open_directory("agentcli");
        if (!own || unlinkat(own.descriptor(), reserved, 0) != 0)
            throw;
        write_in_free_space(path, text);
    }
}

void RepositoryWriter::write_in_free_space(const std::string& path, const std::string& text) const
{
    const File directory = open_parent(path);
    const auto there = system::status_in(directory, name_of(path));
    if (there && S_ISDIR(there->st_mode))
        remove_entry(directory, name_of(path));
    // A draft that is left after a kill is no ref for git: its name ends with ".lock".
    const std::string draft = "agentcli-" + system::random_name() + ".lock";
    const File file = system::create_beneath(directory, draft);
    if (!file)
        throw system::system_error("cannot write '" + path + "'");
    try {
        system::write_whole(file, path, text);
        fchmod(file.descriptor(), mode & of_files);
        if (renameat(directory.descriptor(), draft.c_str(), directory.descriptor(),
                name_of(path).c_str())
            != 0)
            throw system::system_error("cannot write '" + path + "'");
    } catch (const ToolError&) {
        unlinkat(directory.descriptor(), draft.c_str(), 0);
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
    File directory = parent == "." ? open_directory(".") : make_directory(parent);
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
