#include "mount_view.hpp"

#include "mounts.hpp"
#include "name_mounts.hpp"
#include "object_mounts.hpp"
#include "protection.hpp"
#include "tools/exec/sandbox/namespaces.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>

namespace exec::view {

using namespace toolkit;

namespace {

using namespace mounts;

constexpr std::string_view temporary_place = "/tmp";
constexpr std::string_view shared_memory = "/dev/shm";
constexpr std::uint64_t unprivileged = no_suid | no_devices;

bool is_at_or_beneath(std::string_view path, std::string_view place)
{
    return path == place
        || (path.starts_with(place) && (place.ends_with('/') || path[place.size()] == '/'));
}

// Throws for a path over which nothing can be mounted: a mount on "/" is invisible to processes
// that started below it, /proc and /dev are replaced, and the kernel's settings must not be
// changed.
void refuse_what_can_not_be_attached(const std::string& path, const std::string& what)
{
    errno = EBUSY;
    if (path == "/" || path == "/dev" || is_at_or_beneath(path, "/proc")
        || is_at_or_beneath(path, "/sys"))
        throw sandbox::unavailable(what + ", which is part of the system");
}

File open_place(const std::string& path, const std::string& what)
{
    File place(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (!place)
        throw sandbox::unavailable(what + ", open");
    return place;
}

// Makes the path if it is in a new file system in memory. Everything else is read-only by now, so
// that a place that is missing outside is not made there.
void make_place(const std::string& path, mode_t type)
{
    for (std::size_t end = path.find('/', 1); end != std::string::npos;
         end = path.find('/', end + 1))
        mkdir(path.substr(0, end).c_str(), S_IRWXU | S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH);
    if (S_ISDIR(type))
        mkdir(path.c_str(), S_IRWXU);
    else
        mknod(path.c_str(), S_IFREG | S_IRUSR, 0);
}

enum class Side { in_workspace, elsewhere };

// A copy of the mount of a directory or file, made before everything becomes read-only.
class Kept {
public:
    Kept(std::string path, std::string what)
        : path(std::move(path))
        , what(std::move(what))
    {
        refuse_what_can_not_be_attached(this->path, this->what);
        place = open_place(this->path, this->what);
        copy = copy_of(place, Depth::with_mounts_beneath, this->what);
        restrict_copy(copy, unprivileged, this->what);
    }

    void check_identity(const File& expected) const
    {
        const struct stat found = system::status_of(place, what);
        const struct stat wanted = system::status_of(expected, what);
        errno = ESTALE;
        if (found.st_dev != wanted.st_dev || found.st_ino != wanted.st_ino)
            throw sandbox::unavailable(what + ", which was exchanged");
    }

    void make_read_only() const { restrict_copy(copy, read_only, what); }

    void put_back() const
    {
        make_place(path, system::status_of(place, what).st_mode);
        attach(copy, open_place(path, what), what);
    }

private:
    std::string path;
    std::string what;
    File place;
    File copy;
};

bool holds_hidden(const View& view, std::string_view place)
{
    return std::any_of(view.hidden.begin(), view.hidden.end(),
        [&](const std::string& path) { return is_at_or_beneath(path, place); });
}

// Returns false if a place that contains a hidden one would have to be shown in the new /tmp:
// Landlock rules could not distinguish it from what the command makes there.
bool has_private_temporary(const View& view)
{
    return view.workspace.root_path() != temporary_place
        && std::none_of(view.shown.begin(), view.shown.end(), [&](const std::string& path) {
               return path == temporary_place
                   || (is_at_or_beneath(path, temporary_place) && holds_hidden(view, path));
           });
}

// Returns true if the path of the workspace is in a new /tmp or /dev/shm, which are writable.
bool is_workspace_in_new_memory(const View& view)
{
    const std::string& root = view.workspace.root_path();
    return (is_at_or_beneath(root, shared_memory) && root != shared_memory)
        || (is_at_or_beneath(root, temporary_place) && has_private_temporary(view));
}

// Returns the shown places that the new /tmp and /dev/shm would hide.
std::vector<Kept> keep_shown(const View& view)
{
    std::vector<Kept> kept;
    for (const std::string& path : view.shown) {
        errno = EBUSY;
        if (is_at_or_beneath(path, shared_memory) && holds_hidden(view, path))
            throw sandbox::unavailable("a place given by --show, which holds what is hidden");
        const bool is_covered
            = has_private_temporary(view) && is_at_or_beneath(path, temporary_place);
        if (is_covered || is_at_or_beneath(path, shared_memory))
            kept.emplace_back(path, "a place given by --show");
    }
    return kept;
}

bool is_in_workspace(const View& view, std::string_view path)
{
    return is_at_or_beneath(path, view.workspace.root_path());
}

// Returns true if --tmp is in a workspace that can be changed. It then needs no mount of its own
// unless it would be protected.
bool is_changeable_anyway(const View& view)
{
    const std::size_t begin
        = std::min(view.temporary.size(), view.workspace.root_path().size() + 1);
    return view.policy == sandbox::Policy::workspace_write && is_in_workspace(view, view.temporary)
        && !view.workspace.is_protected(view.temporary.substr(begin));
}

// Returns the places of --write, except those that the workspace contains anyway.
std::vector<Kept> keep_written(const View& view, Side side)
{
    std::vector<Kept> kept;
    for (const std::string& path : view.written) {
        const bool is_inside = is_in_workspace(view, path);
        if (is_inside == (side == Side::in_workspace)
            && !(is_inside && view.policy == sandbox::Policy::workspace_write))
            kept.emplace_back(path, "a path given by --write");
    }
    return kept;
}

// The entries of a directory; none if it cannot be listed.
class Listing {
public:
    explicit Listing(const char* directory)
        : listing(opendir(directory), closedir)
    {
    }

    const dirent* next() const { return listing ? readdir(listing.get()) : nullptr; }
    int descriptor() const { return dirfd(listing.get()); }

private:
    std::unique_ptr<DIR, int (*)(DIR*)> listing;
};

// Returns true if the kernel shows this file of /proc to root alone. Calls fstatat(2) only for
// entries that may be files.
bool is_file_for_root(const Listing& proc, const dirent& entry)
{
    struct stat status { };
    return (entry.d_type == DT_REG || entry.d_type == DT_UNKNOWN)
        && fstatat(proc.descriptor(), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) == 0
        && S_ISREG(status.st_mode) && (status.st_mode & S_IRUSR) != 0
        && (status.st_mode & S_IROTH) == 0;
}

// Adds the files of /proc that the kernel shows to root alone, judged by their modes: a command
// that runs as root must not learn more about the machine than other commands. Settings are added
// by name, since there are too many to examine.
void add_what_is_for_root(std::vector<std::string>& hidden)
{
    const Listing proc("/proc");
    while (const dirent* entry = proc.next())
        if (is_file_for_root(proc, *entry))
            hidden.push_back(std::string("/proc/") + entry->d_name);
    const std::string devices = "/proc/sys/net/ipv6/conf/";
    const Listing configured(devices.c_str());
    while (const dirent* entry = configured.next())
        hidden.push_back(devices + entry->d_name + "/stable_secret");
    for (const char* name :
        {"net/ipv4/tcp_fastopen_key", "kernel/cad_pid", "kernel/usermodehelper"})
        hidden.push_back(std::string("/proc/sys/") + name);
}

// Covers places with something empty. The first cover is restricted, and the others are copies of
// it: a copy of a mount has its attributes. A copy can be made of a mount only once it is attached.
class Cover {
public:
    explicit Cover(const File& empty)
        : empty(empty)
    {
    }

    void put_over(const File& place)
    {
        constexpr auto attributes = unprivileged | read_only | no_execution;
        File copy = copy_of(first ? first : empty, Depth::alone, "a hidden place");
        if (!first)
            restrict_copy(copy, attributes, "a hidden place");
        attach(copy, place, "a hidden place");
        if (!first)
            first = std::move(copy);
    }

private:
    const File& empty;
    File first;
};

// Covers a hidden place that is the workspace or contains it, so that the path of the workspace is
// an empty directory: a command can start there, but cannot create anything (EROFS).
void cover_workspace(const View& view, const std::string& path, const File& place)
{
    const File copy = make_empty_directory(view.workspace.root_path().substr(path.size()));
    restrict_copy(copy, unprivileged | read_only | no_execution, "a hidden workspace");
    attach(copy, place, "a hidden workspace");
}

// Hides the hidden places, and the names of the user's keys in the new /proc, which Landlock cannot
// hide: its rules for the rest of /proc would not cover processes that start later.
void hide(const View& view)
{
    const EmptyPlaces empty;
    Cover directories(empty.directory());
    Cover files(empty.file());
    std::vector<std::string> hidden = view.hidden;
    hidden.emplace_back("/proc/keys");
    if (geteuid() == 0)
        add_what_is_for_root(hidden);
    for (const std::string& path : hidden) {
        const File place(open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        if (holds_what_is_seen(view, path) || (!place && errno == ENOENT))
            continue; // already covered, for example by a new /tmp
        if (!place)
            throw sandbox::unavailable("a hidden place, open");
        if (view.hides_workspace && is_at_or_beneath(view.workspace.root_path(), path)) {
            cover_workspace(view, path, place);
            continue;
        }
        const bool is_directory = S_ISDIR(system::status_of(place, "a hidden place").st_mode);
        (is_directory ? directories : files).put_over(place);
    }
}

// Limits System V segments, which are in memory, too, and outlive the process that made them. In
// older kernels only root outside the namespaces can set the limit.
void bound_segments(std::int64_t most)
{
    constexpr std::int64_t page = 4096;
    const std::string pages = std::to_string(most / page);
    const File setting(open("/proc/sys/kernel/shmall", O_WRONLY | O_CLOEXEC));
    if (most > 0 && setting)
        (void)!write(setting.descriptor(), pages.data(), pages.size());
}

// Places that are mounted again over the new view.
struct KeptPlaces {
    Kept workspace;
    std::optional<Kept> temporary;
    std::vector<Kept> shown;
    std::vector<Kept> written; // outside the workspace
    std::vector<Kept> written_inside;
};

KeptPlaces keep_places(const View& view)
{
    KeptPlaces places {{view.workspace.root_path(), "the workspace"}, {}, keep_shown(view),
        keep_written(view, Side::elsewhere), keep_written(view, Side::in_workspace)};
    places.workspace.check_identity(view.workspace.root());
    if (!view.temporary.empty() && !is_changeable_anyway(view))
        places.temporary.emplace(view.temporary, "the directory given by --tmp");
    return places;
}

// Mounts an empty directory at the path of a hidden workspace, for the paths in it that are shown
// or written. The caller makes it read-only afterwards.
void make_workspace_in_memory(const View& view)
{
    const std::string& root = view.workspace.root_path();
    make_place(root, S_IFDIR);
    attach(make_empty_directory(""), open_place(root, "a hidden workspace"), "a hidden workspace");
}

// Mounts the outermost places first.
void put_back(const View& view, const KeptPlaces& places)
{
    const bool has_temporary_inside = places.temporary && is_in_workspace(view, view.temporary);
    const bool is_in_memory = view.hides_workspace && is_workspace_in_new_memory(view);
    if (is_in_memory)
        make_workspace_in_memory(view);
    for (const Kept& place : places.shown) {
        place.make_read_only();
        place.put_back();
    }
    for (const Kept& place : places.written)
        place.put_back();
    if (view.policy != sandbox::Policy::workspace_write)
        places.workspace.make_read_only();
    if (places.temporary && !has_temporary_inside)
        places.temporary->put_back();
    if (!view.hides_workspace)
        places.workspace.put_back();
    for (const Kept& place : places.written_inside)
        place.put_back();
    if (is_in_memory)
        restrict_one(open_place(view.workspace.root_path(), "a hidden workspace"), read_only,
            "a hidden workspace");
    const ObjectMounts objects(view);
    if (changes_workspace(view))
        protect(view.workspace, view.hidden);
    for (const std::string& place : view.written)
        if (!is_in_workspace(view, place))
            protect_repositories(place, view.repositories);
    objects.attach();
    cover_shown_names(view);
    if (has_temporary_inside)
        places.temporary->put_back();
}

}

std::string_view private_temporary(const View& view)
{
    return has_private_temporary(view) ? temporary_place : shared_memory;
}

bool holds_what_is_seen(const View& view, std::string_view hidden_place)
{
    const auto is_held
        = [&](const std::string& path) { return is_at_or_beneath(path, hidden_place); };
    return (!view.hides_workspace && is_held(view.workspace.root_path()))
        || (!view.temporary.empty() && is_held(view.temporary))
        || std::any_of(view.shown.begin(), view.shown.end(), is_held)
        || std::any_of(view.written.begin(), view.written.end(), is_held);
}

bool changes_workspace(const View& view)
{
    return view.policy == sandbox::Policy::workspace_write
        || std::any_of(view.written.begin(), view.written.end(),
            [&](const std::string& path) { return is_in_workspace(view, path); });
}

std::vector<File> furnish(const View& view)
{
    separate();
    std::vector<File> indexes = copies_of_indexes(view.slots);
    const KeptPlaces places = keep_places(view);
    const Devices devices;
    bound_segments(view.max_in_memory);

    restrict_all(read_only | unprivileged);
    make("proc", "/proc", read_only | unprivileged | no_execution, nullptr);
    devices.put_into_new_directory(view.max_in_memory);
    if (has_private_temporary(view))
        make_in_memory("/tmp", unprivileged, view.max_in_memory);
    put_back(view, places);
    hide(view);
    Devices::close_directory();
    if (chdir("/") != 0)
        throw sandbox::unavailable("chdir");
    return indexes;
}

NewPlaces new_places(const View& view)
{
    NewPlaces places {{"/proc", "/dev"}, {"/dev/shm"}, {"/dev/pts"}};
    if (has_private_temporary(view))
        places.changeable.emplace_back("/tmp");
    return places;
}

}
