#include "copy.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/metadata.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/tree.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace fs_move {

using namespace toolkit;

namespace {

constexpr mode_t bits_of_files = 0777;
constexpr mode_t bits_of_directories = 03777; // set-group-ID of a directory grants no rights

std::array<timespec, 2> times_of(const struct stat& status)
{
    return {status.st_atim, status.st_mtim};
}

File open_to_copy(const system::Place& place, const std::string& path, std::uint64_t flags)
{
    File file = system::open_in(place.directory, place.name, flags);
    if (!file)
        throw system::system_error("cannot read " + text::in_quotes(path));
    return file;
}

}

Copy::Copy(const system::Place& from, const system::Place& to, std::string given,
    const CopyOptions& options)
    : to(to)
    , given(std::move(given))
    , options(options)
{
    try {
        copy(from, to, this->given);
    } catch (...) {
        remove();
        throw;
    }
}

Copy::~Copy()
{
    if (!is_kept)
        remove();
}

void Copy::remove() noexcept
{
    if (unlinkat(to.directory.descriptor(), to.name.c_str(), 0) == 0 || errno == ENOENT)
        return;
    try {
        workspace::remove_hidden_tree(to, given);
    } catch (
        const ToolError&) { // NOLINT(bugprone-empty-catch): the first failure is the one to tell
    }
}

void Copy::copy(const system::Place& from, const system::Place& to, const std::string& path)
{
    const File entry = workspace::look_at(from, path);
    if (!entry)
        throw ToolError(Code::conflict,
            text::in_quotes(path) + " was removed by another program meanwhile", "try again");
    const struct stat status = system::status_of(entry, path);
    const mode_t mode = status.st_mode;
    seen.note(from.name, status);
    if (S_ISLNK(mode))
        copy_link(entry, to, path);
    else if (S_ISREG(mode))
        copy_file(from, to, path);
    else if (S_ISDIR(mode))
        copy_directory(from, to, path);
    else
        throw ToolError(Code::unsupported,
            text::in_quotes(path)
                + " is a pipe, a socket or a device, which can't go to another file system");
}

void Copy::copy_link(const File& link, const system::Place& to, const std::string& path)
{
    const std::string target = system::target_of(link, path);
    if (symlinkat(target.c_str(), to.directory.descriptor(), to.name.c_str()) != 0)
        throw system::system_error("cannot copy the link " + text::in_quotes(path));
    // The sandbox permits setting times only by descriptor, which a link does not have: by name,
    // the times of any file could be set.
    lose("times of links");
}

void Copy::lose(const std::string& what)
{
    if (std::find(lost.begin(), lost.end(), what) == lost.end())
        lost.push_back(what);
}

void Copy::copy_file(const system::Place& from, const system::Place& to, const std::string& path)
{
    const File source = open_to_copy(from, path, O_RDONLY);
    count(source);
    if (system::status_of(source, path).st_nlink > 1)
        lose("hard links");
    const File target = system::create_beneath(to.directory, to.name);
    if (!target)
        throw system::system_error("cannot copy " + text::in_quotes(path));
    system::copy_whole(source, target, path);
    finish(source, target, path);
}

// Counts a file before it is copied, so that a move above the limit is refused early.
void Copy::count(const File& file)
{
    off_t end = 0;
    for (off_t begin = 0; copied <= options.max_bytes; copied += end - begin) {
        begin = lseek(file.descriptor(), end, SEEK_DATA);
        if (begin < 0 && errno == ENXIO)
            return;
        end = begin < 0 ? begin : lseek(file.descriptor(), begin, SEEK_HOLE);
        if (end < 0) { // the file system does not report holes
            copied += system::status_of(file, given).st_size;
            break;
        }
    }
    if (copied > options.max_bytes)
        throw ToolError(Code::too_large,
            "cannot move " + text::in_quotes(given) + " to another file system: more than "
                + std::to_string(options.max_bytes) + " bytes would have to be copied",
            "move it in parts; the operator can raise --max-copy-bytes");
}

void Copy::copy_directory(
    const system::Place& from, const system::Place& to, const std::string& path)
{
    const File source = open_to_copy(from, path, O_RDONLY | O_DIRECTORY);
    if (mkdirat(to.directory.descriptor(), to.name.c_str(), 0700) != 0)
        throw system::system_error("cannot copy the directory " + text::in_quotes(path));
    const File copied = system::open_in(to.directory, to.name, O_RDONLY | O_DIRECTORY);
    if (!copied)
        throw system::system_error("cannot copy the directory " + text::in_quotes(path));
    for (const std::string& entry : names_in(source, path))
        copy({source, entry}, {copied, entry}, path + "/" + entry);
    finish(source, copied, path);
}

// Sets the times last, since any other change would alter them.
void Copy::finish(const File& from, const File& to, const std::string& path)
{
    const struct stat status = system::status_of(from, path);
    for (const std::string& what : system::keep_metadata(from, to, path))
        lost.push_back(what + " of " + text::printable(path));
    const mode_t bits = S_ISDIR(status.st_mode) ? bits_of_directories : bits_of_files;
    if (fchmod(to.descriptor(), status.st_mode & bits) != 0)
        throw system::system_error("cannot set the mode of the copy of " + text::in_quotes(path));
    if (futimens(to.descriptor(), times_of(status).data()) != 0)
        lost.push_back("times of " + text::printable(path));
    const std::string not_durable
        = "cannot write the copy of " + text::in_quotes(path) + " through to the disk";
    if (options.durable == Durable::yes && S_ISDIR(status.st_mode))
        system::synchronise_names(to, not_durable);
    else if (options.durable == Durable::yes && fsync(to.descriptor()) != 0)
        throw system::system_error(not_durable);
}

}
