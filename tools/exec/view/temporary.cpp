#include "temporary.hpp"

#include "tools/exec/git/removal.hpp"
#include "tools/exec/sandbox/permissions.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/path_names.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace exec::view {

using namespace toolkit;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array signals_that_end {SIGTERM, SIGINT, SIGHUP};
constexpr std::string_view prefix = "agentcli-exec-";
constexpr std::string_view random_part = "XXXXXX"; // mkdtemp(3)
// Time limits. Killed calls may have left many files; the next call continues. The end of a call
// must not take forever either.
constexpr std::chrono::seconds max_wait_for_rest {1};
constexpr std::chrono::seconds max_wait_at_end {5};

// Path for the signal handler, which can only access globals.
std::array<char, PATH_MAX> to_remove;

void remove_and_end(int signal)
{
    rmdir(to_remove.data());
    std::signal(signal, SIG_DFL);
    raise(signal);
}

// Blocks the signals from the creation of a directory until their handler is installed.
class SignalsHeld {
public:
    SignalsHeld()
    {
        sigset_t set;
        sigemptyset(&set);
        for (const int signal : signals_that_end)
            sigaddset(&set, signal);
        sigprocmask(SIG_BLOCK, &set, &before);
    }
    ~SignalsHeld() { sigprocmask(SIG_SETMASK, &before, nullptr); }
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

private:
    sigset_t before {};
};

// Installs the handler that removes `path`. Ignored signals stay ignored; the caller blocks signals
// meanwhile.
void remove_on_signals(const std::string& path)
{
    path.copy(to_remove.data(), to_remove.size() - 1);
    for (const int signal : signals_that_end)
        if (std::signal(signal, remove_and_end) == SIG_IGN)
            std::signal(signal, SIG_IGN);
}

// Returns true if other users can neither rename nor remove our files in `place`. Otherwise the
// directory that is given to an account might not be the one that was made.
bool is_safe(const File& place)
{
    struct stat status { };
    return fstat(place.descriptor(), &status) == 0 && S_ISDIR(status.st_mode)
        && ((status.st_mode & S_ISVTX) != 0
            || ((status.st_uid == 0 || status.st_uid == geteuid())
                && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0));
}

// Removes directories of calls that were killed together with their supervisors: their locks are
// free.
void remove_left(const File& place, const std::optional<sandbox::Account>& account)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(
        fdopendir(openat(place.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)), closedir);
    const auto deadline = Clock::now() + max_wait_for_rest;
    while (const dirent* entry
        = listing && Clock::now() < deadline ? readdir(listing.get()) : nullptr) {
        const std::string_view name = entry->d_name;
        if (!name.starts_with(prefix) || name.size() != prefix.size() + random_part.size())
            continue;
        const File left(openat(
            place.descriptor(), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        struct stat status { };
        if (!left || fstat(left.descriptor(), &status) != 0
            || (status.st_uid != geteuid() && (!account || status.st_uid != account->user))
            || flock(left.descriptor(), LOCK_EX | LOCK_NB) != 0)
            continue;
        const bool is_of_account = status.st_uid != geteuid();
        git::remove_content(left, is_of_account ? account : std::nullopt, deadline);
        unlinkat(place.descriptor(), entry->d_name, AT_REMOVEDIR);
    }
}

}

TemporaryDirectory::TemporaryDirectory(const std::string& existing, const Workspace& workspace)
    : name(sandbox::path_of_flag("the directory given by --tmp", existing, workspace))
{
    if (const auto inside = text::strip_root(name, workspace.root_path());
        inside && !inside->empty())
        opened = system::open_beneath(workspace.root(), inside->substr(1), O_PATH | O_DIRECTORY,
            RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS);
    else if (!name.empty())
        opened = File(open(name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!opened)
        throw ToolError(Code::bad_request,
            system::system_error("the directory given by --tmp can't be opened").message);
}

void TemporaryDirectory::make(const std::optional<sandbox::Account>& account)
{
    // A try fails if another call takes the new directory for one that was left.
    constexpr int max_tries = 8;
    const char* own = std::getenv("TMPDIR");
    for (const std::string place :
        {own != nullptr && *own == '/' ? own : "/tmp", "/tmp", "/var/tmp", "/dev/shm"}) {
        above = File(open(place.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (!above || (account && !is_safe(above)))
            continue;
        remove_left(above, account);
        const SignalsHeld held;
        for (int tries = 0; !opened && tries < max_tries; ++tries)
            if (!make_in(place))
                break;
        if (!opened)
            continue;
        remove_on_signals(name);
        if (account && fchown(opened.descriptor(), account->user, account->group) != 0)
            throw system::system_error("cannot give the temporary directory to another user");
        owner = account;
        return;
    }
    above.close();
}

// Makes a directory in `place`. Returns false if that fails. `opened` stays empty if a concurrent
// call took the new directory for one that was left.
bool TemporaryDirectory::make_in(const std::string& place)
{
    std::string made = place + "/" + std::string(prefix) + std::string(random_part);
    if (made.size() >= to_remove.size() || mkdtemp(made.data()) == nullptr)
        return false;
    File made_directory(open(made.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status { };
    if (made_directory && flock(made_directory.descriptor(), LOCK_SH | LOCK_NB) == 0
        && fstat(made_directory.descriptor(), &status) == 0 && status.st_nlink > 0) {
        opened = std::move(made_directory);
        name = std::move(made);
    }
    return true;
}

TemporaryDirectory::~TemporaryDirectory() { remove(); }

void TemporaryDirectory::remove() const
{
    if (!is_left())
        return;
    git::remove_content(opened, owner, Clock::now() + max_wait_at_end);
    unlinkat(above.descriptor(), name.c_str() + name.rfind('/') + 1, AT_REMOVEDIR);
}

bool TemporaryDirectory::is_left() const
{
    struct stat status { };
    return above && opened && fstat(opened.descriptor(), &status) == 0 && status.st_nlink > 0;
}

}
