#include "toolkit/system/named_file.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/interrupt.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/system/random.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdio>
#include <optional>
#include <thread>

namespace toolkit::system {

// Reads until the writer of the pipe has closed it, a signal arrives or the deadline passes.
static std::string read_pipe(const File& pipe, const std::string& path, std::size_t most)
{
    std::string text;
    std::array<char, 64 << 10> buffer {};
    for (;;) {
        if (!wait_for_bytes(pipe.descriptor()))
            throw ToolError(Code::timed_out,
                "the time is up, and " + text::in_quotes(path)
                    + ", a pipe, has not come to its end",
                "start its writer first");
        const ssize_t got = read(pipe.descriptor(), buffer.data(), buffer.size());
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            throw system_error("cannot read " + text::in_quotes(path));
        if (got == 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (text.size() > most)
            throw ToolError(Code::too_large,
                text::in_quotes(path) + " has more than " + std::to_string(most) + " bytes");
    }
}

// Returns the path relative to the current directory, judged by its names only; nullopt if it is
// not beneath it, or if the current directory is "/", which is not a workspace.
static std::optional<std::string> beneath_current_directory(const std::string& path)
{
    std::array<char, PATH_MAX> current {};
    const text::Names names = text::split_path(path);
    if (path.ends_with('/') || getcwd(current.data(), current.size()) == nullptr
        || current == std::array<char, PATH_MAX> {'/'}
        || std::find(names.begin(), names.end(), "..") != names.end())
        return std::nullopt;
    if (!path.starts_with('/'))
        return text::join_path(names);
    const auto inside = text::strip_root(path, current.data());
    return inside ? std::optional(text::join_path(text::split_path(*inside))) : std::nullopt;
}

// On failure sets errno: EXDEV for a link that leads out, ELOOP for one that leads nowhere.
static File open_without_links_out(const std::string& path, int flags)
{
    constexpr std::uint64_t inside_alone = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    const auto inside = beneath_current_directory(path);
    if (!inside)
        return File(open(path.c_str(), flags, S_IRUSR | S_IWUSR));
    const File here(open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    File file
        = open_beneath(here, *inside, static_cast<std::uint64_t>(flags & ~O_CREAT), inside_alone);
    if (file || errno != ENOENT || (flags & O_CREAT) == 0)
        return file;
    const File directory
        = open_beneath(here, text::parent_of(*inside), O_PATH | O_DIRECTORY, inside_alone);
    return directory ? File(openat(directory.descriptor(), text::name_of(*inside).c_str(),
               flags | O_NOFOLLOW, S_IRUSR | S_IWUSR))
                     : File();
}

// Returns the error for the current errno.
static ToolError cannot_open_named_file(const std::string& what)
{
    if (errno == EXDEV || errno == ELOOP)
        return {Code::bad_request,
            what + ": a symbolic link leads out of the current directory, or nowhere",
            "name the file that it leads to"};
    return {Code::bad_request, system_error(what).message};
}

static File open_for_reading(const std::string& path, const std::string& what, LinksOut links)
{
    constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    File file = links == LinksOut::refused ? open_without_links_out(path, flags)
                                           : File(open(path.c_str(), flags));
    if (!file)
        throw cannot_open_named_file("cannot read " + what + " " + text::in_quotes(path));
    return file;
}

std::string read_named_file(
    const std::string& path, const std::string& what, std::size_t most, LinksOut links)
{
    const File file = open_for_reading(path, what, links);
    try {
        if (S_ISFIFO(status_of(file, path).st_mode))
            return read_pipe(file, path, most);
        return read_whole(file, path, most);
    } catch (const ToolError& error) {
        if (error.code == Code::timed_out)
            throw;
        throw ToolError(Code::bad_request, error.message, error.hint);
    }
}

File open_found_file(const std::string& path, const std::string& what, LinksOut links)
{
    File file = open_for_reading(path, what, links);
    if (!S_ISREG(status_of(file, path).st_mode))
        throw ToolError(Code::bad_request,
            "cannot read " + what + " " + text::in_quotes(path) + ": it is not a regular file");
    return file;
}

std::string read_found_file(
    const std::string& path, const std::string& what, std::size_t most, LinksOut links)
{
    const File file = open_found_file(path, what, links);
    try {
        return read_whole(file, path, most);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, error.message, error.hint);
    }
}

// Retries, since open() would wait for the reader of a pipe, and signals would have to wait for it.
File open_named_file(const std::string& path, const std::string& what, int flags)
{
    constexpr std::chrono::milliseconds step {20};
    constexpr int steps = 25;
    File file;
    for (int tried = 0; !file && tried <= steps; ++tried) {
        if (tried > 0)
            std::this_thread::sleep_for(step);
        file = open_without_links_out(
            path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | flags);
        if (!file && errno != ENXIO)
            break;
    }
    const std::string name = what + " " + text::in_quotes(path);
    if (!file && errno == ENXIO)
        throw ToolError(Code::bad_request, "cannot write " + name + ": nobody reads from this pipe",
            "start its reader first");
    if (!file)
        throw cannot_open_named_file("cannot write " + name);
    return file;
}

void write_named_file(const File& file, const std::string& path, std::string_view bytes)
{
    constexpr std::chrono::seconds patience {10};
    const int error = write_all(
        file.descriptor(), bytes, [&] { return wait_for_room(file.descriptor(), patience); });
    if (error == EAGAIN)
        throw ToolError(
            Code::io_error, "cannot write " + text::in_quotes(path) + ": its reader takes nothing");
    if (error != 0)
        throw system_error("cannot write " + text::in_quotes(path), error);
}

std::string random_name()
{
    std::array<unsigned char, random_name_length / 2> random {};
    fill_randomly(random, "a name");
    return text::hexadecimal(random);
}

bool is_unsupported(int error)
{
    return error == EINVAL || error == ENOSYS || error == EOPNOTSUPP || error == EPERM;
}

int rename_to_free(const Place& from, const Place& to)
{
    const auto rename = [&](unsigned flags) {
        return renameat2(from.directory.descriptor(), from.name.c_str(), to.directory.descriptor(),
                   to.name.c_str(), flags)
                == 0
            ? 0
            : errno;
    };
    const int error = rename(RENAME_NOREPLACE);
    if (!is_unsupported(error))
        return error;
    return open_in(to.directory, to.name, O_PATH) ? EEXIST : rename(0);
}

}
