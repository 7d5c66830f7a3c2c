#include "toolkit/workspace.hpp"

#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <strings.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

namespace {

constexpr std::uint64_t never_block = O_NOCTTY | O_NONBLOCK;
constexpr std::uint64_t beneath = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;

using Names = std::vector<std::string>;

Names split(std::string_view path)
{
    Names names;
    while (!path.empty()) {
        const std::size_t slash = std::min(path.find('/'), path.size());
        if (slash > 0 && path.substr(0, slash) != ".")
            names.emplace_back(path.substr(0, slash));
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return names;
}

std::string join(const Names& names)
{
    std::string path;
    for (const auto& name : names)
        path += (path.empty() ? "" : "/") + name;
    return path.empty() ? "." : path;
}

ToolError outside(std::string_view path)
{
    return {Code::outside_workspace, in_quotes(path) + " leads out of the workspace",
        "give a path beneath the workspace's root, such as 'src/main.cpp'"};
}

ToolError cannot_open(std::string_view path, int error)
{
    if (error == EXDEV)
        return outside(path);
    if (error == ELOOP)
        return {Code::not_found, "cannot open " + in_quotes(path) + ": too many symbolic links, or one that was swapped in"};
    ToolError result = system_error("cannot open " + in_quotes(path), error);
    if (error == ENXIO || error == ENODEV)
        result.message = in_quotes(path) + " is a socket or a device, not a regular file";
    return result;
}

std::string real_path(const std::string& path)
{
    const std::unique_ptr<char, void (*)(void*)> resolved(realpath(path.c_str(), nullptr), std::free);
    return resolved ? resolved.get() : "";
}

// The rest of an absolute path beneath `root`, or nothing.
std::optional<std::string> strip_root(std::string_view path, std::string_view root)
{
    while (root.ends_with('/'))
        root.remove_suffix(1);
    if (!path.starts_with(root) || (path.size() > root.size() && path[root.size()] != '/'))
        return std::nullopt;
    return std::string(path.substr(root.size()));
}

// Git itself takes .GIT for .git where the file system does.
bool is_always_protected(std::string_view name)
{
    const std::string copy(name);
    return strcasecmp(copy.c_str(), ".git") == 0 || strcasecmp(copy.c_str(), ".agentcli") == 0;
}

bool is_beneath(std::string_view path, std::string_view directory)
{
    return directory == "." || path == directory
        || (path.starts_with(directory) && path[directory.size()] == '/');
}

// Walks a path name by name, following links by hand, to learn where it really is.
class Resolver {
public:
    Resolver(const Workspace& workspace, std::string_view path)
        : workspace(workspace)
        , path(path)
    {
        queue(workspace.relative(path));
    }

    std::string resolve()
    {
        while (!pending.empty()) {
            const std::string name = std::move(pending.front());
            pending.pop_front();
            if (name == "..")
                step_up();
            else
                step_into(name);
        }
        return join(done);
    }

private:
    void queue(std::string_view names)
    {
        const Names parts = split(names);
        pending.insert(pending.begin(), parts.begin(), parts.end());
    }

    void step_up()
    {
        if (done.empty())
            throw outside(path);
        if (missing)
            throw cannot_open(path, ENOENT);
        done.pop_back();
    }

    void step_into(const std::string& name)
    {
        done.push_back(name);
        if (missing)
            return;
        const File entry = open_beneath(
            workspace.root(), join(done), O_PATH | O_NOFOLLOW, beneath | RESOLVE_NO_SYMLINKS);
        if (!entry && errno != ENOENT)
            throw cannot_open(path, errno);
        missing = !entry;
        if (entry && S_ISLNK(status_of(entry, path).st_mode)) {
            done.pop_back();
            follow(entry);
        }
    }

    void follow(const File& link)
    {
        constexpr int most_links = 40; // the kernel's own limit, path_resolution(7)
        if (++links > most_links)
            throw cannot_open(path, ELOOP);
        std::string target(PATH_MAX, '\0');
        const ssize_t length = readlinkat(link.descriptor(), "", target.data(), target.size());
        if (length < 0)
            throw system_error("cannot read the link " + in_quotes(path));
        target.resize(static_cast<std::size_t>(length));
        if (!target.starts_with('/')) {
            queue(target);
            return;
        }
        const auto inside = strip_root(target, workspace.root_path());
        if (!inside)
            throw outside(path);
        done.clear();
        queue(*inside);
    }

    const Workspace& workspace;
    std::string_view path;
    std::deque<std::string> pending;
    Names done;
    bool missing = false;
    int links = 0;
};

File open_root(const std::string& root)
{
    File directory(open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory) {
        const std::string reason = system_error("the workspace given by --root can't be opened").message;
        throw ToolError(Code::bad_request, reason);
    }
    return directory;
}

}

File open_beneath(const File& directory, const std::string& path, std::uint64_t flags, std::uint64_t resolve, unsigned mode)
{
    open_how how {};
    how.flags = flags | O_CLOEXEC;
    how.mode = mode;
    how.resolve = resolve;
    // EAGAIN: a rename raced with "..". A hostile neighbour could go on renaming, so not for ever.
    for (int tries = 0; tries < 128; ++tries) {
        const long descriptor = syscall(SYS_openat2, directory.descriptor(), path.c_str(), &how, sizeof how);
        if (descriptor >= 0)
            return File(static_cast<int>(descriptor));
        if (errno != EAGAIN && errno != EINTR)
            break;
    }
    return {};
}

bool is_temporary_name(std::string_view name) { return name.starts_with(".agentcli-tmp-"); }

Workspace::Workspace(WorkspaceOptions options)
    : root_directory(open_root(options.root))
    , given_root(options.root)
    , real_root(real_path(options.root))
    , durable(options.durable)
{
    for (const auto& path : options.protect)
        protected_paths.push_back(resolve(path));
    // A tool that could replace itself or its neighbours would hand the next call to the model.
    const auto* program = reinterpret_cast<const char*>(getauxval(AT_EXECFN)); // NOLINT(performance-no-int-to-ptr)
    const std::string executable = program ? real_path(program) : "";
    if (const auto own = strip_root(executable, real_root); own && !own->empty()) {
        Names names = split(*own);
        if (names.size() > 1)
            names.pop_back();
        protected_paths.push_back(join(names));
    }
}

std::string Workspace::relative(std::string_view path) const
{
    if (path.empty())
        throw ToolError(Code::bad_request, "the path is empty", "give a path relative to the workspace; '.' is its root");
    if (path.find('\0') != std::string_view::npos)
        throw ToolError(Code::bad_request, "the path " + in_quotes(path.substr(0, path.find('\0'))) + "… holds a NUL byte");
    std::string names(path);
    if (path.starts_with('/')) {
        auto inside = strip_root(path, real_root);
        if (!inside && given_root.starts_with('/'))
            inside = strip_root(path, given_root);
        if (!inside)
            throw outside(path);
        names = *inside;
    }
    const std::string trimmed = join(split(names));
    return names.ends_with('/') && trimmed != "." ? trimmed + "/" : trimmed;
}

std::string Workspace::resolve(std::string_view path) const
{
    // Where no link and no ".." is on the way, which is nearly always, the kernel says so in one call.
    const std::string names = relative(path);
    const bool has_parent = ("/" + names + "/").find("/../") != std::string::npos;
    if (!has_parent) {
        const File entry = open_beneath(root_directory, names, O_PATH | O_NOFOLLOW, beneath | RESOLVE_NO_SYMLINKS);
        if (entry && !S_ISLNK(status_of(entry, path).st_mode))
            return join(split(names));
    }
    return Resolver(*this, path).resolve();
}

std::string Workspace::resolve_to_change(std::string_view path) const
{
    std::string resolved = resolve(path);
    if (is_protected(resolved))
        throw ToolError(Code::protected_path, in_quotes(path) + " is protected: it can be read, and never changed",
            ".git, .agentcli and what the operator names with --protect are protected");
    return resolved;
}

bool Workspace::is_protected(std::string_view resolved) const
{
    const Names names = split(resolved);
    return std::any_of(names.begin(), names.end(), is_always_protected)
        || std::any_of(protected_paths.begin(), protected_paths.end(),
            [&](const std::string& directory) { return is_beneath(resolved, directory); });
}

File Workspace::open_resolved(std::string_view resolved, std::uint64_t flags) const
{
    File file = open_beneath(
        root_directory, std::string(resolved), flags | never_block, beneath | RESOLVE_NO_SYMLINKS);
    if (!file)
        throw cannot_open(resolved, errno);
    return file;
}

// RESOLVE_BENEATH refuses every absolute link, also one that leads back inside: those are walked by hand.
static File open_path(const Workspace& workspace, std::string_view path, std::uint64_t flags)
{
    File file = open_beneath(workspace.root(), workspace.relative(path), flags | never_block, beneath);
    if (!file && errno == EXDEV)
        file = open_beneath(workspace.root(), workspace.resolve(path), flags | never_block, beneath | RESOLVE_NO_SYMLINKS);
    if (!file)
        throw cannot_open(path, errno);
    return file;
}

File Workspace::open_to_read(std::string_view path) const
{
    File file = open_path(*this, path, O_RDONLY);
    const mode_t mode = status_of(file, path).st_mode;
    if (S_ISDIR(mode))
        throw ToolError(Code::not_a_file, in_quotes(path) + " is a directory, not a regular file");
    if (!S_ISREG(mode))
        throw ToolError(Code::not_a_file, in_quotes(path) + " is a pipe, a socket or a device, not a regular file");
    return file;
}

File Workspace::open_directory(std::string_view path) const
{
    return open_path(*this, path, O_RDONLY | O_DIRECTORY);
}
