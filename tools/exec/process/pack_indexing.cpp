#include "pack_indexing.hpp"

#include "command.hpp"
#include "tools/exec/git/object_migration.hpp"

#include "toolkit/process/descendants.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <string>
#include <string_view>
#include <vector>

namespace exec::process {

namespace {

using Clock = std::chrono::steady_clock;

// Opens the path with a descriptor that is none of the standard ones, which the supervisor has
// closed, and which become_command() replaces.
File open_beyond_standard(const char* path, int flags)
{
    const File opened(open(path, flags | O_CLOEXEC));
    return File(fcntl(opened.descriptor(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

// git of the system. A command cannot write there.
std::string path_of_git()
{
    for (const char* path : {"/usr/bin/git", "/usr/local/bin/git", "/bin/git"})
        if (access(path, X_OK) == 0)
            return path;
    return {};
}

std::vector<std::string> names_in(const File& directory)
{
    constexpr std::size_t most = 10'000;
    std::vector<std::string> names;
    system::for_first_entries(
        directory, "packs", most, [&](std::string_view name, unsigned char type) {
            if (type == DT_REG)
                names.emplace_back(name);
        });
    return names;
}

bool has_file(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

class Indexing {
public:
    Indexing(const sandbox::Enclosure& enclosure, pid_t supervisor)
        : enclosure(enclosure)
        , supervisor(supervisor)
        , git(path_of_git())
        , nothing(open_beyond_standard("/dev/null", O_RDWR))
    {
    }

    void index(const std::string& repository, Indexes wanted) const
    {
        const std::string place = repository + "/objects/pack";
        const File packs(open(place.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!packs)
            return;
        const std::vector<std::string> names = names_in(packs);
        for (const std::string& name : names)
            if (wanted == Indexes::trusted && name.starts_with("agentcli-"))
                unlinkat(packs.descriptor(), name.c_str(), 0);
        for (const std::string& name : names) {
            if (!git::is_pack_name(name, ".pack"))
                continue;
            const std::string plain = name.substr(0, name.rfind('.')) + ".idx";
            if (wanted == Indexes::missing && has_file(names, plain))
                continue;
            const std::string& index
                = wanted == Indexes::missing ? plain : git::trusted_index_name(name);
            if (!run({"git", "-c", "pack.writeReverseIndex=false", "--git-dir", repository,
                    "index-pack", "-o", place + "/" + index, place + "/" + name}))
                unlinkat(packs.descriptor(), index.c_str(), 0);
        }
    }

private:
    bool run(std::vector<std::string> arguments) const
    {
        if (git.empty() || Clock::now() >= deadline)
            return false;
        Program program {git, std::move(arguments),
            {"PATH=/usr/bin:/bin", "HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1",
                "GIT_CONFIG_GLOBAL=/dev/null", "LC_ALL=C"},
            "/", false, false, open_beyond_standard("/", O_PATH | O_DIRECTORY)};
        const pid_t child = fork();
        if (child == 0)
            become_command(program, enclosure, supervisor, {nothing, nothing, nothing, nothing});
        int status = -1;
        while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
            if (Clock::now() >= deadline)
                kill(child, SIGKILL);
            const timespec instant {0, 1'000'000};
            nanosleep(&instant, nullptr);
        }
        return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

    const sandbox::Enclosure& enclosure;
    pid_t supervisor;
    std::string git;
    File nothing;
    Clock::time_point deadline = Clock::now() + std::chrono::seconds(10);
};

}

void index_packs(const sandbox::Enclosure& enclosure, pid_t supervisor, Indexes wanted)
{
    if (enclosure.slots().empty())
        return;
    try {
        const Indexing indexing(enclosure, supervisor);
        for (const auto& slot : enclosure.slots())
            indexing.index(slot->repository(), wanted);
    } catch (const ToolError&) { // the packs stay in the slot
        return;
    }
}

}
