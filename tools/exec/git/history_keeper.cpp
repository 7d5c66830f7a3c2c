#include "history_keeper.hpp"

#include "object_store.hpp"
#include "removal.hpp"
#include "repository.hpp"
#include "tools/exec/sandbox/privileges.hpp"
#include "way.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/system/path_walk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <ctime>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

namespace exec::git {

namespace {

constexpr mode_t directory_mode = S_IRWXU | S_IRWXG | S_IRWXO; // less the umask
constexpr mode_t file_mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

std::string parent_of(const std::string& path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
}

std::string name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// Writes files of a repository in place of whatever a command has left there. Follows no link.
// Throws system_error().
class Writer {
public:
    explicit Writer(const File& repository)
        : repository(repository)
    {
    }

    // Replaces the file, in one step.
    void write(const std::string& path, const std::string& text) const
    {
        const File directory = open_parent(path);
        remove_directory(directory, name_of(path));
        const std::string draft = "agentcli-" + system::random_name();
        const File file = system::create_beneath(directory, draft, file_mode);
        if (!file)
            throw system::system_error("cannot write '" + path + "'");
        try {
            system::write_whole(file, path, text);
        } catch (const ToolError&) {
            unlinkat(directory.descriptor(), draft.c_str(), 0);
            throw;
        }
        if (renameat(directory.descriptor(), draft.c_str(), directory.descriptor(),
                name_of(path).c_str())
            != 0) {
            const int error = errno;
            unlinkat(directory.descriptor(), draft.c_str(), 0);
            throw system::system_error("cannot write '" + path + "'", error);
        }
    }

    // Makes the directory and those above it.
    File make_directory(const std::string& path) const
    {
        for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
            make_one(path.substr(0, end));
            if (end == std::string::npos)
                break;
        }
        return open_directory(path);
    }

    // Waits for git, which may hold the lock outside. A lock that stays is a command's.
    void lock(const std::string& path) const
    {
        constexpr int max_tries = 1000;
        const std::string name = name_of(path) + ".lock";
        const File directory = open_parent(path);
        for (int tries = 0; tries < max_tries; ++tries) {
            if (system::create_beneath(directory, name, file_mode))
                return;
            if (errno != EEXIST)
                throw system::system_error("cannot lock '" + path + "'");
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    void unlock(const std::string& path) const
    {
        const File directory = open_parent(path);
        remove_directory(directory, name_of(path) + ".lock");
        unlinkat(directory.descriptor(), (name_of(path) + ".lock").c_str(), 0);
    }

private:
    File open_directory(const std::string& path) const
    {
        return system::open_beneath(repository, path, O_RDONLY | O_DIRECTORY, without_links);
    }

    File open_parent(const std::string& path) const
    {
        File directory
            = parent_of(path) == "." ? open_directory(".") : make_directory(parent_of(path));
        if (!directory)
            throw system::system_error("cannot enter '" + parent_of(path) + "'");
        return directory;
    }

    void make_one(const std::string& path) const
    {
        const File above = open_directory(parent_of(path));
        if (!above)
            throw system::system_error("cannot enter '" + parent_of(path) + "'");
        const auto there = system::status_in(above, name_of(path));
        if (there && S_ISDIR(there->st_mode))
            return;
        if (there && S_ISREG(there->st_mode) && there->st_size > 0) // a ref of git's, perhaps
            throw system::system_error("cannot make the directory '" + path + "'", EEXIST);
        unlinkat(above.descriptor(), name_of(path).c_str(), 0);
        if (mkdirat(above.descriptor(), name_of(path).c_str(), directory_mode) != 0)
            throw system::system_error("cannot make the directory '" + path + "'");
    }

    static void remove_directory(const File& directory, const std::string& name)
    {
        constexpr std::chrono::seconds patience {5};
        const auto there = system::status_in(directory, name);
        if (!there || !S_ISDIR(there->st_mode))
            return;
        const File opened = system::open_in(directory, name, O_RDONLY | O_DIRECTORY);
        if (opened)
            remove_content(opened, {}, std::chrono::steady_clock::now() + patience);
        unlinkat(directory.descriptor(), name.c_str(), AT_REMOVEDIR);
    }

    const File& repository;
};

RepositoryState state_of(const File& repository)
{
    constexpr std::size_t most = 10'000;
    RepositoryState state {
        bool(system::open_beneath(repository, "refs", O_PATH | O_DIRECTORY, without_links)), {}};
    const File trees
        = system::open_beneath(repository, "worktrees", O_RDONLY | O_DIRECTORY, without_links);
    if (trees)
        system::for_first_entries(
            trees, "worktrees", most, [&](std::string_view name, unsigned char type) {
                if (type == DT_DIR)
                    state.working_trees.emplace(name);
            });
    return state;
}

std::optional<sandbox::Account> owner_of(const File& directory)
{
    const struct stat status = system::status_of(directory, "the repository");
    if (geteuid() != 0 || status.st_uid == 0)
        return std::nullopt;
    return sandbox::Account {status.st_uid, status.st_gid};
}

// Appends the lines to the reflog of kept_ref.
void keep(const Writer& writer, const Texts& now, const std::vector<LostNames::Line>& lines)
{
    const std::string log = std::string("logs/") + kept_ref;
    const auto refs = refs_in(now);
    const auto old_log = now.find(log);
    std::string last(lines.front().id.size(), '0');
    if (const auto kept = refs.find(kept_ref); kept != refs.end())
        last = kept->second;
    std::string text = old_log == now.end() ? std::string() : old_log->second;
    for (const auto& [id, rest] : lines) {
        text += last;
        text += " " + id + " " + rest + "\n";
        last = id;
    }
    writer.lock(kept_ref);
    writer.write(log, text);
    writer.write(kept_ref, last + "\n");
    writer.unlock(kept_ref);
}

}

HistoryKeeper::HistoryKeeper(const Workspace& workspace, const std::vector<std::string>& granted)
    : start(std::time(nullptr))
{
    Budget budget;
    const std::vector<std::string> own = git_directories(workspace, budget, ".");
    if (!own.empty())
        add(workspace.root_path() + "/" + own.back(), own.back());
    for (const std::string& path : granted)
        if (!exists_outside(path + "/commondir"))
            add(path, path);
}

void HistoryKeeper::add(const std::string& path, const std::string& shown)
{
    File directory(open(path.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!directory)
        return;
    ObjectNames names(directory);
    repositories.push_back({shown, std::move(directory), std::move(names)});
}

HistoryKeeper::Found HistoryKeeper::settle() const
{
    Found found;
    for (const Repository& repository : repositories) {
        try {
            settle(repository, start, found);
        } catch (const ToolError& error) {
            found.incomplete = repository.shown + ": " + error.message;
        }
    }
    return found;
}

void HistoryKeeper::settle(const Repository& repository, std::int64_t start, Found& found)
{
    const ObjectNames names(repository.directory, repository.names);
    for (const std::string& reason : {repository.names.incomplete(), names.incomplete()})
        if (!reason.empty())
            found.incomplete = repository.shown + ": " + reason;
    const Texts& before = repository.names.texts();
    Texts after = names.texts();
    if (before == after)
        return;
    const sandbox::ActingAs acting(owner_of(repository.directory));
    const Writer writer(repository.directory);
    const RepositoryState state = state_of(repository.directory);
    if (!state.has_refs)
        writer.make_directory("refs");
    for (const std::string& path : files_to_put_back(before, after, state)) {
        try {
            writer.write(path, before.at(path));
            after[path] = before.at(path);
            found.restored.push_back(repository.shown + "/" + path);
        } catch (const ToolError& error) { // its ids are kept below
            found.incomplete = repository.shown + ": " + error.message;
        }
    }
    LostNames lost = lost_names(before, after, start);
    const ObjectStore store(repository.directory);
    std::erase_if(lost.lines, [&](const auto& line) { return !store.may_have(line.id); });
    if (!lost.lines.empty())
        keep(writer, after, lost.lines);
    found.kept += lost.lines.size();
    for (MovedRef& ref : lost.moved)
        found.moved.push_back(std::move(ref));
}

}
