#include "toolkit/system/private_directory.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

namespace toolkit::system {

static constexpr int directory_flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

// Returns the error of the system call that has just failed, from errno.
static ToolError unreadable(const std::string& path)
{
    return {Code::bad_request, system_error("cannot read " + text::in_quotes(path)).message};
}

PrivateDirectory::PrivateDirectory(File directory, std::string path)
    : directory(std::move(directory))
    , path(std::move(path))
{
    if (this->directory)
        check(this->directory, text::in_quotes(this->path));
    else if (errno != ENOENT)
        throw unreadable(this->path);
}

// Another user who could write here could decide in the user's name.
void PrivateDirectory::check(const File& file, const std::string& what) const
{
    const struct stat status = status_of(file, path);
    if (status.st_uid != geteuid() && status.st_uid != 0)
        throw ToolError(Code::bad_request, what + " belongs to another user");
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        throw ToolError(Code::bad_request, what + " can be changed by other users");
}

PrivateDirectory PrivateDirectory::find(const std::string& path)
{
    return {File(open(path.c_str(), directory_flags)), path};
}

PrivateDirectory PrivateDirectory::make(const std::string& path)
{
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
        mkdir(path.substr(0, at).c_str(), 0700); // a failure is reported below
    if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
        throw system_error("cannot make the directory " + text::in_quotes(path));
    return find(path);
}

PrivateDirectory PrivateDirectory::find_in(const std::string& name) const
{
    const int flags = directory_flags | O_NOFOLLOW;
    return {File(openat(directory.descriptor(), name.c_str(), flags)), path_of(name)};
}

PrivateDirectory PrivateDirectory::make_in(const std::string& name) const
{
    if (mkdirat(directory.descriptor(), name.c_str(), 0700) != 0 && errno != EEXIST)
        throw system_error("cannot make the directory " + text::in_quotes(path_of(name)));
    return find_in(name);
}

std::optional<File> PrivateDirectory::open_to_read(const std::string& name) const
{
    File file(openat(directory.descriptor(), name.c_str(),
        O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file && errno == ENOENT)
        return {};
    if (!file)
        throw unreadable(path_of(name));
    check(file, text::in_quotes(path_of(name)));
    return file;
}

std::string PrivateDirectory::read_checked(
    const File& file, const std::string& name, std::size_t max_bytes) const
{
    try {
        return read_whole(file, name, max_bytes);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request,
            text::in_quotes(path_of(name)) + " cannot be used: " + error.message);
    }
}

std::optional<std::string> PrivateDirectory::read(
    const std::string& name, std::size_t max_bytes) const
{
    const auto file = open_to_read(name);
    return file ? std::optional(read_checked(*file, name, max_bytes)) : std::nullopt;
}

std::optional<std::string> PrivateDirectory::read_secret(
    const std::string& name, std::size_t max_bytes) const
{
    const auto file = open_to_read(name);
    if (!file)
        return {};
    if ((status_of(*file, name).st_mode & (S_IRGRP | S_IROTH)) != 0)
        throw ToolError(Code::bad_request,
            text::in_quotes(path_of(name)) + " can be read by other users, and holds a secret",
            "take their permission away (chmod 600), or remove it");
    return read_checked(*file, name, max_bytes);
}

std::vector<std::string> PrivateDirectory::names() const
{
    std::vector<std::string> all;
    for_each_entry(
        directory, path, [&](std::string_view entry, unsigned char) { all.emplace_back(entry); });
    return all;
}

// Returns false if another process has the lock.
static bool try_to_lock_file(const File& file, const std::string& path)
{
    if (flock(file.descriptor(), LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno != EWOULDBLOCK && errno != EINTR)
        throw system_error("cannot lock " + text::in_quotes(path));
    return false;
}

File PrivateDirectory::try_to_lock(const std::string& name) const
{
    File file(openat(directory.descriptor(), name.c_str(),
        O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    if (!file)
        throw system_error("cannot open " + text::in_quotes(path_of(name)));
    return try_to_lock_file(file, path_of(name)) ? std::move(file) : File();
}

// Locks are held only briefly by agentcli, so a long wait means that another program has the lock.
File PrivateDirectory::lock() const
{
    constexpr std::chrono::seconds max_wait {10};
    File locked(openat(directory.descriptor(), ".", directory_flags));
    const auto end = std::chrono::steady_clock::now() + max_wait;
    while (!try_to_lock_file(locked, path)) {
        if (std::chrono::steady_clock::now() > end)
            throw ToolError(
                Code::timed_out, "another process holds the lock of " + text::in_quotes(path));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return locked;
}

void PrivateDirectory::write(const std::string& name, std::string_view bytes) const
{
    const std::string new_name = name + ".new";
    const int where = directory.descriptor();
    const auto failed
        = [&] { return system_error("cannot write " + text::in_quotes(path_of(name))); };
    unlinkat(where, new_name.c_str(), 0); // left by a process that was killed
    const File file(openat(where, new_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file)
        throw failed();
    write_whole(file, name, bytes);
    if (fsync(file.descriptor()) != 0
        || renameat(where, new_name.c_str(), where, name.c_str()) != 0)
        throw failed();
}

bool PrivateDirectory::remove(const std::string& name) const
{
    if (unlinkat(directory.descriptor(), name.c_str(), 0) == 0)
        return true;
    if (errno != ENOENT)
        throw system_error("cannot remove " + text::in_quotes(path_of(name)));
    return false;
}

// "*" applies at each level, so the content of a directory has to be included again.
static constexpr const char* ignored_by_git = "*\n"
                                              "!/.gitignore\n"
                                              "!/config.json\n"
                                              "!/hooks.json\n"
                                              "!/hooks/\n"
                                              "!/hooks/**\n"
                                              "!/prompts/\n"
                                              "!/prompts/**\n"
                                              "!/skills/\n"
                                              "!/skills/**\n"
                                              "!/workflows/\n"
                                              "!/workflows/**\n";

// Ignores a failure: the file is written again with the next directory that is made.
static void keep_from_git(const File& own)
{
    try {
        if (const File file = create_beneath(own, ".gitignore"))
            write_whole(file, ".agentcli/.gitignore", ignored_by_git);
    } catch (const ToolError&) {
        return;
    }
}

struct Made {
    File directory;
    bool is_new;
};

static Made make_or_open(const File& parent, const std::string& name, const std::string& shown)
{
    const bool is_new = mkdirat(parent.descriptor(), name.c_str(), S_IRWXU) == 0;
    if (!is_new && errno != EEXIST)
        throw system_error("cannot make " + shown);
    File directory = open_in(parent, name, O_RDONLY | O_DIRECTORY);
    if (!directory)
        throw system_error("cannot open " + shown);
    return {std::move(directory), is_new};
}

File open_own_part(const File& root, const std::string& name, const std::string& what)
{
    const std::string own_name = ".agentcli";
    const Made own = make_or_open(root, own_name, what + " " + text::in_quotes(own_name));
    Made part
        = make_or_open(own.directory, name, what + " " + text::in_quotes(own_name + "/" + name));
    if (part.is_new)
        keep_from_git(own.directory);
    return std::move(part.directory);
}

}

// Does not use std::filesystem: every tool links this file, and std::filesystem would add the
// streams of the standard library and their locales.

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>

namespace toolkit::system {

static std::string absolute_variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value != nullptr && *value == '/' ? std::string(value) : std::string();
}

static std::string directory_of_user(const char* variable, const char* beneath_home)
{
    if (const std::string place = absolute_variable(variable); !place.empty())
        return place + "/agentcli";
    const std::string home = absolute_variable("HOME");
    return home.empty() ? home : home + beneath_home + "/agentcli";
}

std::string state_directory() { return directory_of_user("XDG_STATE_HOME", "/.local/state"); }

std::string config_directory() { return directory_of_user("XDG_CONFIG_HOME", "/.config"); }

std::string runtime_directory()
{
    const std::string place = absolute_variable("XDG_RUNTIME_DIR");
    return place.empty() ? place : place + "/agentcli";
}

std::string cache_directory() { return directory_of_user("XDG_CACHE_HOME", "/.cache"); }

std::vector<std::string> shared_skill_directories()
{
    const std::string home = absolute_variable("HOME");
    if (home.empty())
        return {};
    return {home + "/.agents/skills", home + "/.claude/skills"};
}

std::string own_program()
{
    std::string path(PATH_MAX, '\0');
    const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
    path.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return path;
}

static std::string directory_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

std::string installed_manifest()
{
    const std::string program = own_program();
    return program.empty() ? program
                           : directory_of(directory_of(program)) + "/share/agentcli/tools.json";
}

}
