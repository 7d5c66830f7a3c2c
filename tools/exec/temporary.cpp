#include "temporary.hpp"

#include "toolkit/error.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace {

constexpr std::array signals_that_end {SIGTERM, SIGINT, SIGHUP};

// For the handler, which can reach nothing else.
std::array<char, PATH_MAX> to_remove;

void remove_and_end(int signal)
{
    rmdir(to_remove.data());
    std::signal(signal, SIG_DFL);
    raise(signal);
}

enum class Step { emptied, descended, stuck };

// Package managers make directories that not even their owner may change.
File open_inner(const File& directory, const char* name)
{
    struct stat status { };
    if (fstatat(directory.descriptor(), name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(status.st_mode))
        return {};
    fchmodat(directory.descriptor(), name, S_IRWXU, 0);
    return File(openat(directory.descriptor(), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Removes what stands in `directory`, up to the first entry that holds something: `directory` is then that
// one.
Step remove_entries(File& directory)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(
        fdopendir(openat(directory.descriptor(), ".", O_RDONLY | O_CLOEXEC)), closedir);
    if (!listing)
        return Step::stuck;
    while (const dirent* entry = readdir(listing.get())) {
        const std::string_view name = entry->d_name;
        if (name == "." || name == ".." || unlinkat(directory.descriptor(), entry->d_name, 0) == 0
            || unlinkat(directory.descriptor(), entry->d_name, AT_REMOVEDIR) == 0)
            continue;
        File inner = open_inner(directory, entry->d_name);
        if (!inner)
            return Step::stuck;
        directory = std::move(inner);
        return Step::descended;
    }
    return Step::emptied;
}

}

TemporaryDirectory::TemporaryDirectory(const std::string& existing)
{
    const std::unique_ptr<char, void (*)(void*)> resolved(realpath(existing.c_str(), nullptr), std::free);
    opened = File(resolved ? open(resolved.get(), O_PATH | O_DIRECTORY | O_CLOEXEC) : -1);
    if (!opened)
        throw ToolError(
            Code::bad_request, system_error("the directory given by --tmp can't be opened").message);
    name = resolved.get();
}

void TemporaryDirectory::make()
{
    const char* own = std::getenv("TMPDIR");
    for (const std::string place :
        {own != nullptr && *own == '/' ? own : "/tmp", "/tmp", "/var/tmp", "/dev/shm"}) {
        std::string made = place + "/agentcli-exec-XXXXXX";
        if (made.size() >= to_remove.size() || mkdtemp(made.data()) == nullptr)
            continue;
        above = File(open(place.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        opened = File(open(made.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        name = std::move(made);
        name.copy(to_remove.data(), to_remove.size() - 1);
        for (const int signal : signals_that_end)
            std::signal(signal, remove_and_end);
        return;
    }
}

void TemporaryDirectory::give_to(const Account& account) const
{
    if (above && fchown(opened.descriptor(), account.user, account.group) != 0)
        throw system_error("cannot give the temporary directory to another user");
}

TemporaryDirectory::~TemporaryDirectory() { remove(); }

// Without recursion, and with two descriptors open: a command may have nested directories as deep as it
// liked.
void TemporaryDirectory::remove() const
{
    if (!above)
        return;
    int depth = 0;
    fchmod(opened.descriptor(), S_IRWXU); // the command may have taken its own right to look into it
    File current(openat(opened.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    while (current) {
        const Step step = remove_entries(current);
        if (step == Step::descended)
            ++depth;
        else if (step == Step::stuck || depth-- == 0)
            break;
        else
            current = File(openat(current.descriptor(), "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    }
    rmdir(name.c_str());
}
