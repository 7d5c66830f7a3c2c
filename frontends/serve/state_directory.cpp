#include "frontends/serve/state_directory.hpp"
#include "frontends/serve/serve.hpp"

#include "agent/calls/protection.hpp"
#include "frontends/serve/server_listeners.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/private_directory.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

namespace frontends::serve {

using namespace runner;

namespace fs = std::filesystem;
using namespace std::chrono_literals;

static std::string path_of_state(const options::Options& options)
{
    agent::calls::refuse_link_out(options.own.of<ServeOptions>().state, "the state directory");
    if (!options.own.of<ServeOptions>().state.empty())
        return fs::absolute(options.own.of<ServeOptions>().state).lexically_normal();
    if (system::state_directory().empty())
        throw ToolError(Code::bad_request,
            "there is no place for the state: neither XDG_STATE_HOME nor HOME is set",
            "--state names one");
    return system::state_directory() + "/serve";
}

static void make_directories(const std::string& path)
{
    for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
        mkdir(path.substr(0, at).c_str(), S_IRWXU); // errors are reported below
    mkdir(path.c_str(), S_IRWXU);
}

// Returns true if a front uses the state directory: the front locks the directory of runs
// (RunFiles).
static bool has_front(const File& state)
{
    const File runs(openat(
        state.descriptor(), "runs", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    return runs && flock(runs.descriptor(), LOCK_SH | LOCK_NB) != 0;
}

// Locks the state directory. Returns false if another server uses it. Waits for the spawner of a
// killed front, which holds the lock until it has ended its workers, for at most 4 s.
static bool lock(const File& state)
{
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (flock(state.descriptor(), LOCK_EX | LOCK_NB) != 0) {
        if (has_front(state) || std::chrono::steady_clock::now() >= end)
            return false;
        system::wait_for(-1, 0, 20ms);
    }
    return true;
}

StateDirectory::StateDirectory(
    const options::Options& options, const std::vector<std::string>& workspaces)
    : place(path_of_state(options))
{
    refuse_in_workspaces(place, "the state directory", workspaces);
    make_directories(place);
    file = File(open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!file)
        throw ToolError(Code::bad_request,
            system::system_error("cannot open the state directory " + text::in_quotes(place))
                .message);
    const struct stat status = system::status_of(file, place);
    if (status.st_uid != geteuid() || (status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        throw ToolError(Code::bad_request,
            "the state directory " + text::in_quotes(place) + " is open to others",
            "a directory of yours with mode 0700 is needed");
    if (!lock(file))
        throw ToolError(Code::conflict,
            "another server uses the state directory " + text::in_quotes(place),
            "--state names another one");
}

std::uint64_t bytes_beneath(const File& directory, const std::set<std::string>& except)
{
    constexpr int of_directories = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    std::uint64_t bytes = 0;
    const File again(openat(directory.descriptor(), ".", of_directories)); // from the beginning
    if (!again)
        return bytes;
    system::for_each_entry(again, "the state", [&](std::string_view entry, unsigned char type) {
        const std::string name(entry);
        struct stat status { };
        if (except.contains(name))
            return;
        if (type == DT_DIR)
            bytes += bytes_beneath(File(openat(again.descriptor(), name.c_str(), of_directories)));
        else if (fstatat(again.descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0)
            bytes += static_cast<std::uint64_t>(status.st_size);
    });
    return bytes;
}

}
