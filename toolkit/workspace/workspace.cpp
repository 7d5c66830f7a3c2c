#include "toolkit/workspace/workspace.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/protected_path.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/auxv.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

namespace toolkit::workspace {

namespace {

constexpr std::uint64_t never_block = O_NOCTTY | O_NONBLOCK;
constexpr std::uint64_t beneath = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;

std::string real_path(const std::string& path)
{
    const std::unique_ptr<char, void (*)(void*)> resolved(
        realpath(path.c_str(), nullptr), std::free);
    return resolved ? resolved.get() : "";
}

bool is_beneath(std::string_view path, std::string_view directory)
{
    return directory == "." || path == directory
        || (path.starts_with(directory) && path[directory.size()] == '/');
}

// Refuses file systems whose entries are interfaces of the kernel and of processes: writing an
// entry executes a command and stores nothing.
void refuse_kernel_files(const File& directory)
{
    struct statfs system { };
    if (fstatfs(directory.descriptor(), &system) != 0)
        return;
    static constexpr unsigned long kernel[] = {PROC_SUPER_MAGIC, SYSFS_MAGIC, CGROUP2_SUPER_MAGIC,
        CGROUP_SUPER_MAGIC, DEBUGFS_MAGIC, TRACEFS_MAGIC, SECURITYFS_MAGIC, BPF_FS_MAGIC};
    for (const unsigned long magic : kernel)
        if (static_cast<unsigned long>(system.f_type) == magic)
            throw ToolError(Code::bad_request,
                "the workspace given by --root holds the kernel's own files, such as those of "
                "/proc and /sys",
                "name a directory of files");
}

File open_root(const std::string& root)
{
    File directory(open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory) {
        const std::string reason
            = system::system_error("the workspace given by --root can't be opened").message;
        throw ToolError(Code::bad_request, reason);
    }
    refuse_kernel_files(directory);
    return directory;
}

// Returns the directory of this program if it is beneath `root`, or the program itself if it is in
// the root. A tool that could replace itself or its neighbours would let the model control the next
// call.
std::optional<std::string> directory_of_program(const std::string& root)
{
    const auto* program
        = reinterpret_cast<const char*>(getauxval(AT_EXECFN)); // NOLINT(performance-no-int-to-ptr)
    const auto own = text::strip_root(program ? real_path(program) : "", root);
    if (!own || own->empty())
        return std::nullopt;
    text::Names names = text::split_path(*own);
    if (names.size() > 1)
        names.pop_back();
    return text::join_path(names);
}

}

Workspace::Workspace(const WorkspaceOptions& options)
    : root_directory(open_root(options.root))
    , given_root(options.root)
    , real_root(real_path(options.root))
    , protect_flags(options.protect)
    , own_directory(directory_of_program(real_root))
    , durable(options.durable)
{
    find_protected();
    std::vector<std::string> places;
    for (const auto& path : options.within)
        places.push_back(resolve(path));
    if (std::find(places.begin(), places.end(), ".") == places.end())
        within_paths = std::move(places);
}

bool Workspace::may_use(std::string_view resolved) const
{
    return within_paths.empty() || is_beneath(resolved, ".agentcli")
        || std::any_of(within_paths.begin(), within_paths.end(),
            [&](const std::string& place) { return is_beneath(resolved, place); });
}

std::vector<File> Workspace::open_within() const
{
    constexpr std::uint64_t no_links = beneath | RESOLVE_NO_SYMLINKS;
    std::vector<File> places;
    if (within_paths.empty())
        return places;
    for (const auto& path : within_paths) {
        places.push_back(
            system::open_beneath(root_directory, path, O_PATH | O_DIRECTORY, no_links));
        if (!places.back())
            throw system::system_error("cannot open " + text::in_quotes(path));
    }
    // The directory of stored outputs and journals may be missing.
    if (File own
        = system::open_beneath(root_directory, ".agentcli", O_PATH | O_DIRECTORY, no_links))
        places.push_back(std::move(own));
    return places;
}

void Workspace::find_protected()
{
    protected_paths.clear();
    repository_paths = find_repository(*this);
    for (const auto& path : protect_flags)
        protect(path);
    if (own_directory)
        protected_paths.push_back(*own_directory);
    other_names = find_other_names(*this);
}

// Protects the name itself, what it leads to, and the links on the way; paths outside the root
// cannot be changed anyway. If a name leads nowhere, in a circle of links or through a file, only
// the name is protected: a workspace that contains one must not stop every tool.
void Workspace::protect(const std::string& path)
{
    try {
        protected_paths.push_back(text::join_path(text::split_path(relative(path))));
        protected_paths.push_back(
            resolve_by_walking(*this, path, LastLink::followed, &protected_paths));
    } catch (const ToolError& error) {
        if (error.code != Code::outside_workspace && error.code != Code::not_found
            && error.code != Code::not_a_directory)
            throw;
    }
}

std::string Workspace::relative(std::string_view path) const
{
    if (path.empty())
        throw ToolError(Code::bad_request, "the path is empty",
            "give a path relative to the workspace; '.' is its root");
    if (path.find('\0') != std::string_view::npos)
        throw ToolError(Code::bad_request,
            "the path " + text::in_quotes(path.substr(0, path.find('\0'))) + "… holds a NUL byte");
    std::string names(path);
    if (path.starts_with('/')) {
        auto inside = text::strip_root(path, real_root);
        if (!inside && given_root.starts_with('/'))
            inside = text::strip_root(path, given_root);
        if (!inside)
            throw leads_outside(path);
        names = *inside;
    }
    if (names.size() >= PATH_MAX) // like the kernel; but a path with ".." may be walked without it
        throw cannot_open(path, ENAMETOOLONG);
    const std::string trimmed = text::join_path(text::split_path(names));
    return names.ends_with('/') && trimmed != "." ? trimmed + "/" : trimmed;
}

namespace {

ToolError is_kept(std::string_view path)
{
    return {Code::protected_path,
        text::in_quotes(path) + " is protected: it can be read, and never changed",
        ".git, .agentcli and what the operator names with --protect are protected"};
}

ToolError is_elsewhere(const Workspace& workspace, std::string_view path)
{
    std::string places;
    for (const auto& place : workspace.within())
        places += (places.empty() ? "" : ", ") + text::in_quotes(place);
    return {Code::permission_denied,
        text::in_quotes(path) + " is not in the part of the workspace that may be used",
        "only these directories may be used: " + places};
}

// Allows directories that contain a usable one: the sandbox prevents reading the rest of their
// content.
std::string refuse_elsewhere(
    const Workspace& workspace, std::string resolved, std::string_view path)
{
    const auto holds = [&](const std::string& place) { return is_beneath(place, resolved); };
    if (!workspace.may_use(resolved)
        && std::none_of(workspace.within().begin(), workspace.within().end(), holds))
        throw is_elsewhere(workspace, path);
    return resolved;
}

struct Resolved {
    std::string path;
    bool is_on_mount_of_root; // nothing is known to be mounted on the way
};

// Resolves a path without links and "..", which is the usual case, in a single system call. Returns
// nullopt if the path has a link or "..", or if it does not exist.
std::optional<Resolved> resolve_at_once(
    const Workspace& workspace, std::string_view path, LastLink last_link)
{
    const std::string names = workspace.relative(path);
    if (("/" + names + "/").find("/../") != std::string::npos)
        return {};
    const std::uint64_t flags = last_link == LastLink::kept ? O_PATH | O_NOFOLLOW : O_PATH;
    constexpr std::uint64_t resolve = beneath | RESOLVE_NO_SYMLINKS;
    const bool is_on_mount_of_root
        = bool(system::open_beneath(workspace.root(), names, flags, resolve | RESOLVE_NO_XDEV));
    if (!is_on_mount_of_root
        && (errno != EXDEV || !system::open_beneath(workspace.root(), names, flags, resolve)))
        return {};
    return Resolved {text::join_path(text::split_path(names)), is_on_mount_of_root};
}

Resolved resolve_path(const Workspace& workspace, std::string_view path, LastLink last_link)
{
    auto resolved = resolve_at_once(workspace, path, last_link);
    if (!resolved)
        resolved = Resolved {resolve_by_walking(workspace, path, last_link), false};
    if (!workspace.within().empty())
        resolved->path = refuse_elsewhere(workspace, std::move(resolved->path), path);
    return std::move(*resolved);
}

// A link in .git may lead to an ordinary file; git runs it by this name.
bool names_protected(const Workspace& workspace, std::string_view path)
{
    const text::Names names = text::split_path(workspace.relative(path));
    return std::any_of(names.begin(), names.end(), is_protected_name);
}

std::string to_change(const Workspace& workspace, Resolved resolved, std::string_view path)
{
    if (names_protected(workspace, path))
        throw is_kept(path);
    return resolved.is_on_mount_of_root && !workspace.has_other_names()
            && !workspace.is_protected(resolved.path)
        ? std::move(resolved.path)
        : workspace.refuse_protected(std::move(resolved.path), path);
}

}

std::optional<std::string> Workspace::find(std::string_view path) const
{
    if (auto resolved = resolve_at_once(*this, path, LastLink::followed))
        return std::move(resolved->path);
    std::string resolved = resolve_by_walking(*this, path, LastLink::followed);
    if (!system::open_beneath(root(), resolved, O_PATH | O_NOFOLLOW, beneath | RESOLVE_NO_SYMLINKS))
        return {};
    return resolved;
}

std::optional<std::string> Workspace::find_to_change(std::string_view path) const
{
    if (auto resolved = resolve_at_once(*this, path, LastLink::followed))
        return to_change(*this, std::move(*resolved), path);
    auto resolved = find(path);
    if (resolved && names_protected(*this, path))
        throw is_kept(path);
    return resolved ? std::optional(refuse_protected(std::move(*resolved), path)) : std::nullopt;
}

std::string Workspace::resolve(std::string_view path) const
{
    return resolve_path(*this, path, LastLink::followed).path;
}

std::string Workspace::resolve_entry(std::string_view path) const
{
    return resolve_path(*this, path, LastLink::kept).path;
}

std::string Workspace::refuse_protected(std::string resolved, std::string_view path) const
{
    if (is_protected(resolved) || is_other_name_of_protected(*this, resolved))
        throw is_kept(path);
    return resolved;
}

std::string Workspace::resolve_to_change(std::string_view path) const
{
    return to_change(*this, resolve_path(*this, path, LastLink::followed), path);
}

std::string Workspace::resolve_entry_to_change(std::string_view path) const
{
    return to_change(*this, resolve_path(*this, path, LastLink::kept), path);
}

bool Workspace::holds_protected(std::string_view resolved) const
{
    const auto is_in = [&](const std::string& path) { return is_beneath(path, resolved); };
    return std::any_of(repository_paths.begin(), repository_paths.end(), is_in)
        || std::any_of(protected_paths.begin(), protected_paths.end(), is_in)
        || is_other_name_of_holder(*this, std::string(resolved));
}

bool Workspace::is_protected(std::string_view resolved) const
{
    const text::Names names = text::split_path(resolved);
    const auto holds_it
        = [&](const std::string& directory) { return is_beneath(resolved, directory); };
    return std::any_of(names.begin(), names.end(), is_protected_name)
        || std::any_of(repository_paths.begin(), repository_paths.end(), holds_it)
        || std::any_of(protected_paths.begin(), protected_paths.end(), holds_it);
}

File Workspace::open_resolved(std::string_view resolved, std::uint64_t flags) const
{
    File file = system::open_beneath(
        root_directory, std::string(resolved), flags | never_block, beneath | RESOLVE_NO_SYMLINKS);
    if (!file && errno == EACCES && !may_use(resolved))
        throw is_elsewhere(*this, resolved);
    if (!file)
        throw cannot_open(resolved, errno);
    return file;
}

// RESOLVE_BENEATH refuses every absolute link, even one that leads back inside; these are walked
// name by name.
static File open_path(const Workspace& workspace, std::string_view path, std::uint64_t flags)
{
    const std::string names = workspace.relative(path);
    File file = system::open_beneath(workspace.root(), names, flags | never_block, beneath);
    if (!file && errno == EXDEV) {
        const std::string resolved = workspace.resolve(path) + (names.ends_with('/') ? "/" : "");
        file = system::open_beneath(
            workspace.root(), resolved, flags | never_block, beneath | RESOLVE_NO_SYMLINKS);
    }
    if (!file && errno == EACCES && !workspace.may_use(text::join_path(text::split_path(names))))
        throw is_elsewhere(workspace, path);
    if (!file)
        throw with_nearest_path(workspace, path, cannot_open(path, errno));
    return file;
}

File Workspace::open_to_read(std::string_view path) const
{
    File file = open_path(*this, path, O_RDONLY);
    const mode_t mode = system::status_of(file, path).st_mode;
    if (S_ISDIR(mode))
        throw ToolError(
            Code::not_a_file, text::in_quotes(path) + " is a directory, not a regular file");
    if (!S_ISREG(mode))
        throw ToolError(Code::not_a_file,
            text::in_quotes(path) + " is a pipe, a socket or a device, not a regular file");
    return file;
}

File Workspace::open_directory(std::string_view path) const
{
    return open_path(*this, path, O_RDONLY | O_DIRECTORY);
}

}
