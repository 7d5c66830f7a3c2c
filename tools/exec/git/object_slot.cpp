#include "object_slot.hpp"

#include "object_files.hpp"
#include "object_migration.hpp"
#include "removal.hpp"
#include "repository.hpp"
#include "tools/exec/sandbox/privileges.hpp"
#include "way.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/path_names.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <thread>

namespace exec::git {

namespace {

constexpr std::chrono::seconds patience {10};
constexpr const char* own_name = "agentcli";

// Removes what a command has put where a directory or a file of ours belongs.
void remove_stranger(const File& in, const std::string& name)
{
    if (const File directory = open_directory(in, name))
        remove_content(directory, {}, Clock::now() + patience);
    unlinkat(in.descriptor(), name.c_str(), 0);
    unlinkat(in.descriptor(), name.c_str(), AT_REMOVEDIR);
}

// Opens the directory, and makes it first if it is missing or something else.
File own_directory_in(const File& in, const std::string& name, mode_t mode)
{
    if (File directory = open_directory(in, name))
        return directory;
    if (errno != ENOENT)
        remove_stranger(in, name);
    return make_directory(in, name, mode);
}

// Writes a line of a list of alternates: gitrepository-layout(5), objects/info/alternates.
std::string as_alternate(const std::string& path)
{
    if (path.find('\n') == std::string::npos)
        return path + "\n";
    std::string quoted = "\"";
    for (const char letter : path) {
        if (letter == '"' || letter == '\\')
            quoted += '\\';
        quoted += letter == '\n' ? "\\n" : std::string(1, letter);
    }
    return quoted + "\"\n";
}

std::string problem_with(const ToolError& error, const std::string& slot)
{
    return error.message + "; the next call moves what is left in " + slot;
}

File open_repository(const std::string& path)
{
    return File(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// As git-new-workdir makes them. HEAD may be a link.
bool has_linked_names(const std::string& repository)
{
    constexpr std::array names {
        "packed-refs", "refs", "refs/heads", "refs/tags", "logs", "logs/refs", "logs/refs/heads"};
    return std::any_of(names.begin(), names.end(), [&](const char* name) {
        struct stat status { };
        return lstat((repository + "/" + name).c_str(), &status) == 0 && S_ISLNK(status.st_mode);
    });
}

File open_objects(const File& repository)
{
    return system::open_in(repository, "objects", O_RDONLY | O_DIRECTORY);
}

}

// Takes slots of one repository.
class ObjectSlot::Taking {
public:
    Taking(const File& repository, std::string path)
        : path(std::move(path))
        , objects(open_objects(repository))
    {
        if (!objects)
            throw system::system_error("cannot open the objects of the repository");
        if (faccessat(objects.descriptor(), ".", W_OK | X_OK, AT_EACCESS) != 0)
            throw system::system_error("cannot write to the objects of the repository");
        mode = system::status_of(objects, "objects").st_mode & ~static_cast<mode_t>(S_IFMT);
        own = own_directory_in(repository, own_name, mode);
        fchmod(own.descriptor(), mode); // for the group of a shared repository
        lock_for_a_moment();
        const File base = own_directory_in(own, "base", mode);
        set_text(own_directory_in(base, "info", mode), "alternates",
            as_alternate(this->path + "/objects"));
        if (!is_clear(base)) // in the view, what exists is mounted over it
            clear(base, deadline);
    }

    std::unique_ptr<ObjectSlot> take()
    {
        constexpr int most = 1000;
        std::optional<Held> taken;
        for (int number = 0; number < most; ++number) {
            Held held {std::to_string(number), {}, {}};
            if (taken && !system::status_in(own, "lock-" + held.number))
                break;
            held.lock = lock_file("lock-" + held.number);
            if (!held.lock)
                continue;
            held.directory = own_directory_in(own, "q-" + held.number, mode);
            if (!is_clear(held.directory))
                recover(held);
            else if (!taken)
                taken = std::move(held);
        }
        errno = EAGAIN;
        if (!taken)
            throw system::system_error("all slots are in use");
        list(taken->number);
        File indexes = own_directory_in(own, "i-" + taken->number, mode);
        empty(indexes, deadline);
        if (!entries_of(indexes).empty())
            throw system::system_error("cannot empty the directory for indexes", EBUSY);
        return std::unique_ptr<ObjectSlot>(new ObjectSlot(path, std::move(*taken),
            std::move(indexes), {std::move(with_packs), std::move(problems)}));
    }

private:
    // Returns an empty File if it is locked, or belongs to another user.
    File lock_file(const std::string& name) const
    {
        constexpr int flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
        File file(openat(own.descriptor(), name.c_str(), flags, S_IWUSR));
        if (!file && (errno == EISDIR || errno == ELOOP || errno == ENXIO)) {
            remove_stranger(own, name);
            file = File(openat(own.descriptor(), name.c_str(), flags, S_IWUSR));
        }
        if (!file && errno != EACCES)
            throw system::system_error("cannot make the lock of a slot");
        if (!file || flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0)
            return {};
        fchmod(file.descriptor(), S_IWUSR | (mode & S_IWGRP));
        return file;
    }

    // Another call holds it for an instant. At worst two calls write the same list at the same
    // time.
    void lock_for_a_moment()
    {
        constexpr int max_tries = 100;
        for (int tries = 0; !(lock = lock_file("lock")) && tries < max_tries; ++tries)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    // Replaces the content of a file in place: it may be mounted in a view. What only grows is
    // never shorter in between.
    void set_text(const File& in, const char* name, const std::string& text) const
    {
        constexpr int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
        if (const File found = open_file(in, name); !found && errno != ENOENT)
            remove_stranger(in, name);
        const File file(openat(in.descriptor(), name, flags, S_IRUSR | S_IWUSR));
        if (!file)
            throw system::system_error("cannot write a list of alternates");
        const std::string before = system::read_range(file, name, 0, text.size() + 1);
        if (before == text)
            return;
        const bool grows = text.starts_with(before);
        if (!grows && ftruncate(file.descriptor(), 0) != 0)
            throw system::system_error("cannot write a list of alternates");
        const std::string_view added = std::string_view(text).substr(grows ? before.size() : 0);
        lseek(file.descriptor(), 0, SEEK_END);
        system::write_whole(file, name, added);
        fchmod(file.descriptor(), mode & (S_IRWXU | S_IRWXG | S_IRWXO) & ~0111U);
    }

    // Adds the slot to the list, which commands that run now see, too.
    void list(const std::string& taken) const
    {
        std::string text = as_alternate(path + "/" + own_name + "/base");
        for (int number = 0;; ++number) {
            const std::string slot = "q-" + std::to_string(number);
            const bool exists = system::status_in(own, slot).has_value();
            if (!exists && !system::status_in(own, "lock-" + std::to_string(number)))
                break;
            if (exists)
                text += as_alternate(path + "/" + own_name + "/" + slot);
        }
        const File slot = own_directory_in(own, "q-" + taken, mode);
        set_text(own_directory_in(slot, "info", mode), "alternates", "");
        set_text(own, "alternates", text);
    }

    // A process of the killed command may live a few milliseconds longer with files open: the slot
    // is not used for this call. What cannot be moved stays in it.
    void recover(Held& left)
    try {
        if (const File indexes = open_directory(own, "i-" + left.number))
            empty(indexes, deadline);
        Migration migration({left.directory, objects, own}, deadline);
        migration.move_loose_objects();
        for (std::string& refused : migration.refused())
            problems.push_back(std::move(refused));
        if (has_packs(left.directory))
            with_packs.push_back(std::move(left));
        else if (migration.is_in_time())
            clear(left.directory, deadline);
    } catch (const ToolError& error) { // the disk is full
        problems.push_back(problem_with(error, path + "/" + own_name + "/q-" + left.number));
    }

    std::string path;
    File objects;
    mode_t mode = 0;
    File own;
    File lock;
    std::vector<Held> with_packs;
    std::vector<std::string> problems;
    Clock::time_point deadline = Clock::now() + patience;
};

std::string ObjectSlot::own_directory() const { return path_of_repository + "/" + own_name; }

std::string ObjectSlot::path() const { return own_directory() + "/" + name(); }

std::string ObjectSlot::path_of_indexes() const { return own_directory() + "/i-" + number; }

std::vector<std::string> ObjectSlot::left() const
{
    std::vector<std::string> names;
    for (const Held& other : others.with_packs)
        names.push_back("q-" + other.number);
    return names;
}

std::chrono::seconds ObjectSlot::time_for_packs() const
{
    return time_for(bytes_of_packs(held.directory));
}

std::chrono::seconds ObjectSlot::time_for_left() const
{
    std::uint64_t bytes = 0;
    for (const Held& other : others.with_packs)
        bytes += bytes_of_packs(other.directory);
    return time_for(bytes);
}

std::unique_ptr<ObjectSlot> ObjectSlot::take(const std::string& repository)
{
    const File opened = open_repository(repository);
    if (!opened)
        throw system::system_error("cannot open the repository");
    const sandbox::ActingAs acting(sandbox::account_of_owner(opened));
    return Taking(opened, repository).take();
}

void ObjectSlot::publish() const
{
    const File repository = open_repository(path_of_repository);
    const File objects = repository ? open_objects(repository) : File();
    const File own = objects ? open_directory(repository, own_name) : File();
    if (!own || is_clear(held.directory))
        return;
    const sandbox::ActingAs acting(sandbox::account_of_owner(repository));
    Migration({held.directory, objects, own}, Clock::now() + patience).move_loose_objects();
}

void ObjectSlot::migrate_left() const
try {
    const File repository = open_repository(path_of_repository);
    const File objects = repository ? open_objects(repository) : File();
    const File own = objects ? open_directory(repository, own_name) : File();
    if (!own)
        return;
    const sandbox::ActingAs acting(sandbox::account_of_owner(repository));
    const auto deadline = Clock::now() + patience;
    for (const Held& other : others.with_packs) {
        Migration migration({other.directory, objects, own}, deadline);
        migration.move_loose_objects();
        migration.move_packs("q-" + other.number, indexes);
        for (std::string& refused : migration.refused())
            told.push_back(std::move(refused));
        if (migration.is_in_time() && !has_packs(other.directory))
            clear(other.directory, deadline);
    }
    empty(indexes, deadline);
} catch (const ToolError& error) { // the disk is full
    told.push_back(problem_with(error, own_directory()));
}

std::vector<std::string> ObjectSlot::migrate() const
{
    const File repository = open_repository(path_of_repository);
    const File objects = repository ? open_objects(repository) : File();
    const File own = objects ? open_directory(repository, own_name) : File();
    if (!own)
        return {path_of_repository + "/objects cannot be opened; " + path() + " stays as it is"};
    std::vector<std::string> problems = others.problems;
    problems.insert(problems.end(), told.begin(), told.end());
    if (is_clear(held.directory))
        return problems;
    const sandbox::ActingAs acting(sandbox::account_of_owner(repository));
    const auto deadline = Clock::now() + patience;
    Migration migration({held.directory, objects, own}, deadline);
    migration.move_loose_objects();
    migration.move_packs(name(), indexes);
    empty(indexes, deadline);
    for (std::string& problem : migration.refused())
        problems.push_back(std::move(problem));
    if (!migration.is_in_time())
        problems.push_back(path()
            + " has more objects than could be moved in 10 s; the next call "
              "moves them");
    else if (!has_packs(held.directory) && !clear(held.directory, deadline))
        problems.push_back(path() + " could not be emptied; the next call tries again");
    return problems;
}

void publish(const ObjectSlots& slots)
{
    for (const auto& slot : slots)
        try {
            slot->publish();
        } catch (const ToolError&) { // at the end
            continue;
        }
}

std::vector<std::string> migrate(const ObjectSlots& slots)
{
    std::vector<std::string> problems;
    for (const auto& slot : slots)
        try {
            for (std::string& problem : slot->migrate())
                problems.push_back(std::move(problem));
        } catch (const ToolError& error) {
            problems.push_back(problem_with(error, slot->path()));
        }
    return problems;
}

KeptObjects keep_objects(const Workspace* workspace, const std::vector<std::string>& granted,
    const std::vector<std::string>& written)
{
    std::vector<std::string> repositories;
    if (workspace != nullptr) {
        Budget budget;
        const std::vector<std::string> own = git_directories(*workspace, budget, ".");
        for (const std::string& path : own) // also that of a commondir that a command has made
            repositories.push_back(workspace->root_path() + "/" + path);
        if (is_bare(*workspace))
            repositories.push_back(workspace->root_path());
    }
    for (const std::string& path : granted)
        if (std::any_of(written.begin(), written.end(), [&](const std::string& place) {
                return text::strip_root(path + "/objects", place).has_value();
            }))
            repositories.push_back(path);
    KeptObjects kept;
    for (const std::string& path : repositories) {
        kept.has_linked_names |= has_linked_names(path);
        struct stat status { };
        if (lstat((path + "/objects").c_str(), &status) != 0) {
            kept.is_complete &= errno == ENOENT;
            continue;
        }
        if (!S_ISDIR(status.st_mode)) {
            kept.is_complete = false;
            continue;
        }
        try {
            kept.slots.push_back(ObjectSlot::take(path));
        } catch (const ToolError& error) {
            struct statvfs system { };
            const bool is_closed_anyway
                = statvfs(path.c_str(), &system) == 0 && (system.f_flag & ST_RDONLY) != 0;
            if (!is_closed_anyway)
                kept.closed.push_back({path, error.message});
        }
    }
    return kept;
}

void make_repositories_usable(const Workspace& workspace)
{
    for (int round = 0; round < 2; ++round) { // what the first one names can be read then
        Budget budget;
        for (const std::string& path : git_directories(workspace, budget, ".")) {
            const File directory
                = system::open_beneath(workspace.root(), path, O_PATH | O_DIRECTORY, without_links);
            if (!directory)
                continue;
            const sandbox::ActingAs acting(sandbox::account_of_owner(directory));
            make_usable(directory);
        }
    }
}

}
