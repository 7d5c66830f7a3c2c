#include "frontends/workflow/run_files.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

namespace frontends::workflow {

static ToolError failed_file(const std::string& what, std::string_view run)
{
    return system::system_error(what + " of the run " + text::in_quotes(run));
}

File make_state_directory(const std::string& path)
{
    if (path.empty())
        throw ToolError(Code::bad_request, "there is no home for the runs",
            "name a directory with --state, or set XDG_STATE_HOME");
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
        mkdir(path.substr(0, at).c_str(), 0700); // errors are reported below
    mkdir(path.c_str(), 0700);
    File directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory)
        throw system::system_error("cannot make the directory of the runs");
    return directory;
}

File open_run(const File& state, const std::string& id)
{
    return system::open_in(state, id, O_RDONLY | O_DIRECTORY);
}

void check_private(const File& file, std::string_view run)
{
    const struct stat status = system::status_of(file, run);
    const bool is_ours = status.st_uid == geteuid() || status.st_uid == 0;
    if (!is_ours || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        throw ToolError(Code::bad_request, "other users can change the run " + text::in_quotes(run),
            "use another --run-id or --state");
}

std::optional<File> try_lock_run(const File& directory, std::string_view run)
{
    File lock(openat(directory.descriptor(), "lock",
        O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600));
    if (!lock)
        throw failed_file("cannot open the lock", run);
    while (flock(lock.descriptor(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return std::nullopt;
        if (errno != EINTR)
            throw failed_file("cannot take the lock", run);
    }
    return lock;
}

std::optional<std::string> read_file(
    const File& directory, const std::string& name, std::size_t max_bytes, std::string_view run)
{
    const File file = system::open_in(directory, name, O_RDONLY);
    if (!file && errno == ENOENT)
        return std::nullopt;
    if (!file)
        throw failed_file("cannot read the file " + text::in_quotes(name), run);
    if (!S_ISREG(system::status_of(file, name).st_mode))
        throw ToolError(Code::bad_request,
            text::in_quotes(name) + " of the run " + text::in_quotes(run) + " is not a file");
    check_private(file, run);
    return system::read_whole(file, name, max_bytes);
}

void replace_file(
    const File& directory, const std::string& name, std::string_view bytes, std::string_view run)
{
    const std::string next = name + ".new";
    const int where = directory.descriptor();
    unlinkat(where, next.c_str(), 0); // left by a process that was killed
    const File file(openat(where, next.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!file)
        throw failed_file("cannot make the file " + text::in_quotes(name), run);
    system::write_whole(file, name, bytes);
    if (fsync(file.descriptor()) != 0 || renameat(where, next.c_str(), where, name.c_str()) != 0)
        throw failed_file("cannot write the file " + text::in_quotes(name), run);
    system::synchronise_names(directory, "cannot write the directory of the run");
}

static void remove_in(const File& directory, const std::string& name, std::string_view run)
{
    if (unlinkat(directory.descriptor(), name.c_str(), 0) != 0 && errno != ENOENT)
        throw failed_file("cannot remove the file " + text::in_quotes(name), run);
}

void remove_journal_and_outputs(const File& directory, const File& outputs, std::string_view run)
{
    remove_in(directory, "journal.ndjson", run);
    std::vector<std::string> names;
    system::for_each_entry(directory, run, [&](std::string_view entry, unsigned char) {
        if (entry.starts_with("results-"))
            names.emplace_back(entry);
    });
    for (const auto& name : names)
        remove_in(directory, name, run);
    names.clear();
    system::for_each_entry(
        outputs, run, [&](std::string_view entry, unsigned char) { names.emplace_back(entry); });
    for (const auto& name : names)
        remove_in(outputs, name, run);
}

}
