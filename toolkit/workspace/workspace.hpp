#pragma once

#include "toolkit/system/file.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::workspace {

// What the operator says about the workspace, by argv.
struct WorkspaceOptions {
    std::string root = ".";
    std::vector<std::string>
        protect; // beside .git, .agentcli and the directory of the running tool
    bool durable = false; // changes reach the disk before they are answered
    std::vector<std::string> within = {}; // directories beneath the root; empty: all of it
};

// The directory tree that a tool may touch. Every path of a request is resolved beneath it
// (toolkit/system/path_walk.hpp), so that no "..", no absolute path and no link leads out, also
// where the tree changes meanwhile.
//
// Paths: relative to the root with '/' between names, or absolute and beneath the root. A link that
// stays inside is followed. All members that take a path throw BAD_REQUEST (empty, NUL, a name over
// 255 bytes), NOT_FOUND, NOT_A_DIRECTORY, OUTSIDE_WORKSPACE or PERMISSION_DENIED, and name the path
// as it was given.
class Workspace {
public:
    // That of a tool that may touch no file.
    Workspace() = default;

    // Opens the root, and looks no further than for where `.git` leads and at what leads to
    // protected paths. Throws BAD_REQUEST where it can't be opened, or lies in /proc, /sys or the
    // like.
    explicit Workspace(const WorkspaceOptions& options);

    // Finds out anew what is protected, which the constructor did: the disk may have changed since.
    // Looks beneath the root alone, so that it can be called in the sandbox of a tool that writes.
    void find_protected();

    // A regular file; anything else is NOT_A_FILE at once, and never blocks.
    File open_to_read(std::string_view path) const;

    // A directory, to be listed or to open things in.
    File open_directory(std::string_view path) const;

    // Where a path really leads: links followed (the last one too), "." and ".." resolved, relative
    // to the root; "." for the root itself. What does not exist yet keeps its name.
    std::string resolve(std::string_view path) const;

    // The same where something is there, else nothing.
    std::optional<std::string> find(std::string_view path) const;

    // Where the entry is that a path names: resolve(), but a link at the end is not followed.
    std::string resolve_entry(std::string_view path) const;

    // resolve() and resolve_entry(), for what is about to be changed: throw PROTECTED where it, or
    // what holds it, is.
    std::string resolve_to_change(std::string_view path) const;
    std::string resolve_entry_to_change(std::string_view path) const;

    // resolve_to_change() where something is there, else nothing.
    std::optional<std::string> find_to_change(std::string_view path) const;

    // Throws PROTECTED likewise, of what resolve() or find() has answered for the path.
    std::string refuse_protected(std::string resolved, std::string_view path) const;

    // The names of `path` beneath the root without a look at the disk: an absolute path loses the
    // root, "." and doubled slashes go, ".." stays. Throws OUTSIDE_WORKSPACE and BAD_REQUEST.
    std::string relative(std::string_view path) const;

    // Is this resolved path protected, or beneath a path that is, by its names? refuse_protected()
    // knows its other names too.
    bool is_protected(std::string_view resolved) const;

    // Would a change of this resolved directory as a whole change a path that the operator
    // protects? Under whatever name: that of a mount, or one that the file system takes for it.
    // What is protected by its name alone (.git) has to be looked for in it.
    bool holds_protected(std::string_view resolved) const;

    // What is protected beside every .git and .agentcli: relative to the root, "." for all of it;
    // with and without links resolved, and the links on the way. It need not exist.
    const std::vector<std::string>& protected_by_operator() const { return protected_paths; }

    // Where else the repository of the workspace is than at ".git": see find_repository().
    const std::vector<std::string>& repository() const { return repository_paths; }

    // Can what is protected have other names in the workspace, so that identities must be compared?
    // See protected_path.hpp.
    bool has_other_names() const { return other_names; }

    // Opens a resolved path without following any link: ELOOP (as NOT_FOUND) where one has come
    // since. The flags are those of open(2); O_CLOEXEC, O_NOCTTY and O_NONBLOCK are added.
    File open_resolved(std::string_view resolved, std::uint64_t flags) const;

    const File& root() const { return root_directory; }

    // For programs started inside; absolute, links resolved.
    const std::string& root_path() const { return real_root; }

    bool is_durable() const { return durable; }

    // The directories that alone may be used, beside the root's .agentcli: resolved. Empty: all of
    // it. It is the sandbox that keeps a tool to them.
    const std::vector<std::string>& within() const { return within_paths; }

    // Is this resolved path in one of them, or in .agentcli? Yes if there are none.
    bool may_use(std::string_view resolved) const;

    // These directories, and .agentcli if it is there, opened with O_PATH.
    std::vector<File> open_within() const;

private:
    void protect(const std::string& path);

    File root_directory;
    std::string given_root; // absolute as the operator wrote it
    std::string real_root;
    std::vector<std::string> protect_flags; // as given
    std::optional<std::string> own_directory; // of this program, if it is beneath the root
    std::vector<std::string> protected_paths; // resolved
    std::vector<std::string> repository_paths; // resolved
    bool other_names = false; // of what is protected
    bool durable = false;
    std::vector<std::string> within_paths; // resolved
};

}

// Named everywhere, so that the rooms of other programs need not say where they come from.
namespace toolkit {

using workspace::Workspace;

}
