#include "object_slot.hpp"

#include "object_migration.hpp"
#include "repository.hpp"
#include "tools/exec/sandbox/privileges.hpp"
#include "way.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>
#include <utility>

namespace exec::git {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds patience {10};
constexpr const char* own_name = "agentcli";

std::optional<sandbox::Account> owner_of(const struct stat& status)
{
    if (geteuid() != 0 || status.st_uid == 0)
        return std::nullopt;
    return sandbox::Account {status.st_uid, status.st_gid};
}

// Opens the directory, and makes it first if it is missing, with the mode of `objects`.
File make_directory(const File& in, const std::string& name, mode_t mode)
{
    const bool is_new = mkdirat(in.descriptor(), name.c_str(), S_IRWXU) == 0;
    File directory = open_directory(in, name);
    if (is_new && directory)
        fchmod(directory.descriptor(), mode);
    return directory;
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

// Takes slots of one repository.
class Slots {
public:
    Slots(const File& repository, std::string path, const struct stat& objects)
        : path(std::move(path))
        , mode(objects.st_mode & ~static_cast<mode_t>(S_IFMT))
        , objects(open_directory(repository, "objects"))
        , own(make_directory(repository, own_name, mode))
    {
        if (!own || !this->objects)
            return;
        lock = File(openat(own.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        lock_for_a_moment();
        const File base = make_directory(own, "base", mode);
        const File info = base ? make_directory(base, "info", mode) : File();
        is_ready = info && set_text(info, "alternates", as_alternate(this->path + "/objects"));
    }

    // Returns the name of the slot and its lock; an empty File if there is none.
    std::pair<std::string, File> take()
    {
        constexpr int most = 1000;
        std::pair<std::string, File> taken;
        for (int number = 0; is_ready && number < most; ++number) {
            const std::string name = "q-" + std::to_string(number);
            const bool exists = system::status_in(own, name).has_value();
            if (!exists && taken.second)
                break;
            File slot = make_directory(own, name, mode);
            if (!slot || flock(slot.descriptor(), LOCK_EX | LOCK_NB) != 0)
                continue;
            if (!is_clear(slot)) {
                left.push_back(std::move(slot));
                continue;
            }
            if (!taken.second)
                taken = {name, std::move(slot)};
        }
        for (const File& slot : left)
            recover(slot, taken.second);
        if (taken.second && !list(taken.first))
            return {};
        return taken;
    }

private:
    // Another call holds it for an instant. A command can hold it, too, and is not waited for: at
    // worst two calls write the same list at the same time.
    void lock_for_a_moment() const
    {
        constexpr int max_tries = 100;
        for (int tries = 0; flock(lock.descriptor(), LOCK_EX | LOCK_NB) != 0 && tries < max_tries;
             ++tries)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    // Replaces the content of a file in place: it may be mounted in a view. What only grows is
    // never shorter in between.
    bool set_text(const File& in, const char* name, const std::string& text) const
    {
        const File file(openat(in.descriptor(), name,
            O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, S_IRUSR | S_IWUSR));
        if (!file || !S_ISREG(system::status_of(file, name).st_mode))
            return false;
        const std::string before = system::read_range(file, name, 0, text.size() + 1);
        if (before == text)
            return true;
        const bool grows = text.starts_with(before);
        if (!grows && ftruncate(file.descriptor(), 0) != 0)
            return false;
        const std::string_view added = std::string_view(text).substr(grows ? before.size() : 0);
        lseek(file.descriptor(), 0, SEEK_END);
        system::write_whole(file, name, added);
        return fchmod(file.descriptor(), (mode & (S_IRWXU | S_IRWXG | S_IRWXO) & ~0111U)) == 0;
    }

    // Adds the slot to the list, which commands that run now see, too.
    bool list(const std::string& name) const
    {
        std::string text = as_alternate(path + "/" + own_name + "/base");
        for (int number = 0;; ++number) {
            const std::string slot = "q-" + std::to_string(number);
            if (!system::status_in(own, slot))
                break;
            text += as_alternate(path + "/" + own_name + "/" + slot);
        }
        const File slot = open_directory(own, name);
        const File info = slot ? make_directory(slot, "info", mode) : File();
        return info && set_text(info, "alternates", "") && set_text(own, "alternates", text);
    }

    // A process of the killed command may live a few milliseconds longer with files open.
    void recover(const File& slot, const File& taken) const
    {
        const Migration migration {slot, objects, Migration::By::copies, Clock::now() + patience};
        migration.move_loose_objects();
        if (taken)
            migration.move_packs_unread(taken);
        if (migration.is_in_time())
            clear(slot, Clock::now() + patience);
    }

    std::string path;
    mode_t mode;
    File objects;
    File own;
    File lock;
    bool is_ready = false;
    std::vector<File> left;
};

}

std::string ObjectSlot::own_directory() const { return path_of_repository + "/" + own_name; }

std::string ObjectSlot::path() const { return own_directory() + "/" + name; }

std::unique_ptr<ObjectSlot> ObjectSlot::take(const std::string& repository)
{
    const File opened(open(repository.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const auto objects = opened ? system::status_in(opened, "objects") : std::nullopt;
    if (!objects || !S_ISDIR(objects->st_mode))
        return nullptr;
    const sandbox::ActingAs acting(owner_of(system::status_of(opened, "the repository")));
    try {
        auto [name, lock] = Slots(opened, repository, *objects).take();
        if (lock)
            return std::unique_ptr<ObjectSlot>(
                new ObjectSlot(repository, std::move(name), std::move(lock)));
    } catch (const ToolError&) { // the disk is full
        return nullptr;
    }
    return nullptr;
}

static File open_repository(const std::string& path)
{
    return File(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

void ObjectSlot::publish() const
{
    const File repository = open_repository(path_of_repository);
    const File objects = repository ? open_directory(repository, "objects") : File();
    if (!objects || is_clear(lock))
        return;
    const sandbox::ActingAs acting(owner_of(system::status_of(repository, path_of_repository)));
    Migration {lock, objects, Migration::By::copies, Clock::now() + patience}.move_loose_objects();
}

std::vector<std::string> ObjectSlot::migrate() const
{
    const File repository = open_repository(path_of_repository);
    const File objects = repository ? open_directory(repository, "objects") : File();
    if (!objects)
        return {path_of_repository + "/objects is missing"};
    if (is_clear(lock))
        return {};
    const sandbox::ActingAs acting(owner_of(system::status_of(repository, path_of_repository)));
    const auto deadline = Clock::now() + patience;
    const Migration migration {lock, objects, Migration::By::links, deadline};
    migration.move_loose_objects();
    std::vector<std::string> left = migration.move_packs();
    if (!migration.is_in_time())
        left.push_back(path() + " has more objects than could be moved in 10 s");
    if (left.empty())
        clear(lock, deadline);
    return left;
}

ObjectSlots take_slots(const Workspace* workspace, const std::vector<std::string>& granted,
    const std::vector<std::string>& written, bool& is_complete)
{
    std::vector<std::string> repositories;
    if (workspace != nullptr) {
        Budget budget;
        const std::vector<std::string> own = git_directories(*workspace, budget, ".");
        if (!own.empty())
            repositories.push_back(workspace->root_path() + "/" + own.back());
    }
    for (const std::string& path : granted)
        if (!exists_outside(path + "/commondir")
            && std::any_of(written.begin(), written.end(), [&](const std::string& place) {
                   return text::strip_root(path + "/objects", place).has_value();
               }))
            repositories.push_back(path);
    ObjectSlots slots;
    for (const std::string& path : repositories) {
        if (!exists_outside(path + "/HEAD") || !exists_outside(path + "/objects"))
            continue;
        auto slot = ObjectSlot::take(path);
        if (slot)
            slots.push_back(std::move(slot));
        else
            is_complete = false;
    }
    return slots;
}

}
