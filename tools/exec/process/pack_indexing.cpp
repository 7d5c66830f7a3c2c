#include "pack_indexing.hpp"

#include "command.hpp"
#include "tools/exec/git/object_files.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

namespace exec::process {

namespace {

using git::Clock;

// Returns a duplicate that is not a standard descriptor: the supervisor has closed those, and
// become_command() replaces them.
File beyond_standard(const File& opened)
{
    return File(fcntl(opened.descriptor(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

File open_beyond_standard(const char* path, int flags)
{
    return beyond_standard(File(open(path, flags | O_CLOEXEC)));
}

// Returns the path of the system's git, which commands cannot change; empty if there is none.
std::string path_of_git()
{
    for (const char* path : {"/usr/bin/git", "/usr/local/bin/git", "/bin/git"})
        if (access(path, X_OK) == 0)
            return path;
    return {};
}

// Makes the directory for indexes an empty repository, so that nothing that a command left in its
// own repository affects git. The names of packs with SHA-256 are longer.
void make_repository(const File& directory, const std::string& pack)
{
    constexpr std::size_t name_with_sha1 = 50;
    std::string config = "[core]\n\tbare = true\n\trepositoryformatversion = ";
    config += pack.size() <= name_with_sha1 ? "0\n" : "1\n[extensions]\n\tobjectFormat = sha256\n";
    mkdirat(directory.descriptor(), "refs", S_IRWXU);
    for (const auto& [name, text] : {std::pair<const char*, std::string> {"config", config},
             {"HEAD", "ref: refs/heads/main\n"}}) {
        const File file(openat(directory.descriptor(), name,
            O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
        system::write_whole(file, name, text);
    }
}

// Returns true if the file system has room for a copy of the pack and its index. Otherwise a
// failure of git is explained by lack of space.
bool has_room(const File& directory, const File& pack)
{
    struct statvfs system { };
    struct stat status { };
    return fstatvfs(directory.descriptor(), &system) == 0 && fstat(pack.descriptor(), &status) == 0
        && static_cast<std::uint64_t>(status.st_size) * 2 + (1 << 20)
        < static_cast<std::uint64_t>(system.f_bavail) * system.f_frsize;
}

class Indexing {
public:
    Indexing(const sandbox::Enclosure& enclosure, pid_t supervisor, const File& indexes)
        : enclosure(enclosure)
        , supervisor(supervisor)
        , indexes(indexes)
        , git(path_of_git())
        , nothing(open_beyond_standard("/dev/null", O_RDWR))
    {
    }

    // Indexes the packs of a slot. `directory` is the slot in the view, and `slot` its name.
    void index(const git::ObjectSlot& kept, const std::string& directory, const std::string& slot,
        Clock::time_point deadline) const
    {
        const File opened(open(directory.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        git::make_usable(opened);
        const File packs = opened ? git::open_directory(opened, "pack") : File();
        if (!packs || git.empty())
            return;
        for (const std::string& name : git::files_in(packs)) {
            const File found = git::is_pack_name(name, ".pack") && Clock::now() < deadline
                ? git::open_file(packs, name)
                : File();
            if (!found)
                continue;
            const File pack = beyond_standard(found);
            make_repository(indexes, name);
            const auto begin = Clock::now();
            const bool is_sparse = git::has_holes(pack);
            const int status
                = is_sparse ? SIGKILL : run(kept.own_directory() + "/base", pack, deadline);
            // A pack can be crafted to take any amount of time. This one was tried by an earlier
            // call, without success.
            const bool is_too_slow
                = slot != kept.name() && !WIFEXITED(status) && Clock::now() >= begin + limit(pack);
            if (status == 0)
                keep(slot, name);
            else if (is_sparse || is_too_slow || (WIFEXITED(status) && has_room(indexes, pack)))
                File(openat(indexes.descriptor(), git::indexed_name(slot, name, ".failed").c_str(),
                    O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR));
            for (const char* left : {"work.pack", "work.idx"})
                unlinkat(indexes.descriptor(), left, 0);
        }
    }

private:
    static std::chrono::seconds limit(const File& pack)
    {
        return git::time_for(static_cast<std::uint64_t>(system::status_of(pack, "a pack").st_size));
    }

    void keep(const std::string& slot, const std::string& name) const
    {
        for (const std::string suffix : {".pack", ".idx"})
            renameat(indexes.descriptor(), ("work" + suffix).c_str(), indexes.descriptor(),
                git::indexed_name(slot, name, suffix).c_str());
    }

    // Runs git. Its descriptor 2 is the directory for indexes, to which no path leads. Returns the
    // status as wait(2) does.
    int run(const std::string& objects, const File& pack, Clock::time_point deadline) const
    {
        const std::string place = "/proc/self/fd/2";
        Program program {git,
            {"git", "-c", "pack.writeReverseIndex=false", "--git-dir", place, "index-pack",
                "--stdin", place + "/work.pack"},
            {"PATH=/usr/bin:/bin", "HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1",
                "GIT_CONFIG_GLOBAL=/dev/null", "LC_ALL=C", "GIT_OBJECT_DIRECTORY=" + objects},
            "/", false, false, open_beyond_standard("/", O_PATH | O_DIRECTORY)};
        const pid_t child = fork();
        if (child == 0)
            become_command(program, enclosure, supervisor, {pack, nothing, indexes, nothing});
        int status = SIGKILL;
        while (child > 0 && waitpid(child, &status, WNOHANG) == 0) {
            if (Clock::now() >= deadline)
                kill(child, SIGKILL);
            const timespec instant {0, 1'000'000};
            nanosleep(&instant, nullptr);
        }
        return status;
    }

    const sandbox::Enclosure& enclosure;
    pid_t supervisor;
    const File& indexes;
    std::string git;
    File nothing;
};

}

void index_packs(const sandbox::Enclosure& enclosure, pid_t supervisor,
    const std::vector<File>& indexes, Packs packs)
try {
    for (std::size_t at = 0; at < std::min(indexes.size(), enclosure.slots().size()); ++at) {
        const git::ObjectSlot& slot = *enclosure.slots()[at];
        const Indexing indexing(enclosure, supervisor, indexes[at]);
        if (packs == Packs::of_command) {
            const std::string directory = slot.repository() + "/objects";
            indexing.index(slot, directory, slot.name(), Clock::now() + slot.time_for_packs());
            continue;
        }
        const auto deadline = Clock::now() + slot.time_for_left();
        for (const std::string& name : slot.left())
            indexing.index(slot, slot.own_directory() + "/" + name, name, deadline);
    }
} catch (const ToolError&) { // the packs stay in the slot
    return;
}

}
