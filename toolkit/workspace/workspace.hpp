#pragma once

#include "toolkit/system/file.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::workspace {

// The operator's options for the workspace, from the command line.
struct WorkspaceOptions {
    std::string root = ".";
    // Protected in addition to .git, .agentcli and the directory of the running tool.
    std::vector<std::string> protect;
    bool durable = false; // changes reach the disk before they are answered
    // Directories beneath the root; empty: the whole workspace.
    std::vector<std::string> within = {};
};

// The directory tree that a tool may use. Every path of a request is resolved beneath it
// (toolkit/system/path_walk.hpp), so that no "..", no absolute path and no link leads out, even if
// the tree changes meanwhile.
//
// Paths are relative to the root, with '/' between names, or absolute and beneath the root. Links
// that stay inside are followed. All members that take a path throw BAD_REQUEST (empty, NUL, a name
// over 255 bytes), NOT_FOUND, NOT_A_DIRECTORY, OUTSIDE_WORKSPACE or PERMISSION_DENIED, with the
// path as it was given.
class Workspace {
public:
    // Makes the workspace of a tool that may use no files.
    Workspace() = default;

    // Opens the root, and finds out what is protected. Throws BAD_REQUEST if the root cannot be
    // opened, or is in /proc, /sys or a similar file system.
    explicit Workspace(const WorkspaceOptions& options);

    // Finds out again what is protected, since the disk may have changed after the construction.
    // Reads only beneath the root, so it can be called in the sandbox of a tool that writes.
    void find_protected();

    // Opens a regular file. Throws NOT_A_FILE for anything else, without blocking.
    File open_to_read(std::string_view path) const;

    // Opens a directory, to list it or to open its entries.
    File open_directory(std::string_view path) const;

    // Returns where a path leads, relative to the root: all links followed, "." and ".." resolved;
    // "." for the root itself. Names that do not exist yet are kept.
    std::string resolve(std::string_view path) const;

    // Like resolve(), but returns nullopt if the path does not exist.
    std::optional<std::string> find(std::string_view path) const;

    // Like resolve(), but does not follow a link at the end: returns the path of the entry itself.
    std::string resolve_entry(std::string_view path) const;

    // Like resolve() and resolve_entry(), for an entry that is about to be changed: throw PROTECTED
    // if it, or something that contains it, is protected.
    std::string resolve_to_change(std::string_view path) const;
    std::string resolve_entry_to_change(std::string_view path) const;

    // Like resolve_to_change(), but returns nullopt if the path does not exist.
    std::optional<std::string> find_to_change(std::string_view path) const;

    // Throws PROTECTED if `resolved`, the result of resolve() or find() for `path`, is protected.
    // Returns `resolved`.
    std::string refuse_protected(std::string resolved, std::string_view path) const;

    // Returns the names of `path` beneath the root without accessing the disk: removes the root
    // from an absolute path, "." and doubled slashes; keeps "..". Throws OUTSIDE_WORKSPACE and
    // BAD_REQUEST.
    std::string relative(std::string_view path) const;

    // Returns true if this resolved path is protected, or inside a protected path, judged by its
    // names. refuse_protected() also recognises other names.
    bool is_protected(std::string_view resolved) const;

    // Returns true if changing this resolved directory as a whole would change a path that the
    // operator protects, under any name of that path, including names by a mount or by spelling.
    // Names that are protected everywhere (.git) have to be searched for in it.
    bool holds_protected(std::string_view resolved) const;

    // Returns the paths that are protected in addition to every .git and .agentcli: relative to the
    // root, "." for the whole workspace; with and without links resolved, and the links on the way.
    // They need not exist.
    const std::vector<std::string>& protected_by_operator() const { return protected_paths; }

    // Returns the paths of the repository other than ".git": see find_repository().
    const std::vector<std::string>& repository() const { return repository_paths; }

    // Returns true if protected files may have other names in the workspace, so that identities
    // must be compared; see protected_path.hpp.
    bool has_other_names() const { return other_names; }

    // Opens a resolved path without following any link. Fails with ELOOP (as NOT_FOUND) if a link
    // has replaced a part of it meanwhile. The flags are those of open(2); O_CLOEXEC, O_NOCTTY and
    // O_NONBLOCK are added.
    File open_resolved(std::string_view resolved, std::uint64_t flags) const;

    const File& root() const { return root_directory; }

    // Absolute, with links resolved; for programs that are started inside.
    const std::string& root_path() const { return real_root; }

    bool is_durable() const { return durable; }

    // Returns the resolved directories to which a tool is limited, apart from the root's .agentcli.
    // Empty: the whole workspace. The limit is enforced by the sandbox.
    const std::vector<std::string>& within() const { return within_paths; }

    // Returns true if this resolved path is in one of the directories of within(), or in .agentcli.
    // Returns true for every path if within() is empty.
    bool may_use(std::string_view resolved) const;

    // Returns the directories of within(), and .agentcli if it exists, opened with O_PATH.
    std::vector<File> open_within() const;

private:
    void protect(const std::string& path);

    File root_directory;
    std::string given_root; // absolute, as written by the operator
    std::string real_root; // absolute, with links resolved
    std::vector<std::string> protect_flags; // as given
    // Directory of this program, if it is beneath the root.
    std::optional<std::string> own_directory;
    std::vector<std::string> protected_paths; // resolved
    std::vector<std::string> repository_paths; // resolved
    bool other_names = false; // protected files may have other names
    bool durable = false;
    std::vector<std::string> within_paths; // resolved
};

}

// Named in the namespace of the toolkit, so that other programs need not name the room.
namespace toolkit {

using workspace::Workspace;

}
