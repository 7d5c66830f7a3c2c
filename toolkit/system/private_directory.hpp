#pragma once

#include "toolkit/system/file.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::system {

// A directory that stores decisions of the user, such as state_folder(). Only the user and root can
// change it or the files that are read in it. All functions throw BAD_REQUEST naming the path if
// the directory or file cannot be trusted: it cannot be read, belongs to another user than the
// current one and root, or can be changed by other users.
class PrivateDirectory {
public:
    // Opens the directory. The result is empty (false) if the directory does not exist.
    static PrivateDirectory find(const std::string& path);

    // Opens the directory. Creates it and missing parent directories with mode 0700. Also throws
    // system_error().
    static PrivateDirectory make(const std::string& path);

    // Like find() and make(), for a directory in this one. A symbolic link is rejected.
    PrivateDirectory find_in(const std::string& name) const;
    PrivateDirectory make_in(const std::string& name) const;

    explicit operator bool() const { return static_cast<bool>(directory); }

    // Returns the content of a file; nullopt if it does not exist. A symbolic link, or a file with
    // more than `max_bytes`, cannot be trusted.
    std::optional<std::string> read(const std::string& name, std::size_t max_bytes) const;

    // Like read(), for a file with a secret. Also throws BAD_REQUEST if other users can read the
    // file.
    std::optional<std::string> read_secret(const std::string& name, std::size_t max_bytes) const;

    // Returns the names of the files and directories in it, in any order. Throws system_error().
    std::vector<std::string> names() const;

    // Locks the file `name`, which is created if it is missing and is never removed. The lock is
    // held until the returned File is closed. Returns an empty File if another process has the
    // lock. Throws system_error().
    [[nodiscard]] File try_to_lock(const std::string& name) const;

    // Locks the directory until the returned File is closed. Throws TIMED_OUT if another process
    // has the lock for 10 s, and system_error().
    [[nodiscard]] File lock() const;

    // Replaces or creates a file with mode 0600, atomically: a reader sees either the old or the
    // new content, which is synced to the disk first. Requires lock(). Throws system_error().
    void write(const std::string& name, std::string_view bytes) const;

    // Removes a file. Returns false if it does not exist. Requires lock(). Throws system_error().
    bool remove(const std::string& name) const;

private:
    PrivateDirectory(File directory, std::string path);

    void check(const File& file, const std::string& what) const;
    std::optional<File> open_to_read(const std::string& name) const;
    std::string read_checked(
        const File& file, const std::string& name, std::size_t max_bytes) const;
    std::string path_of(const std::string& name) const { return path + "/" + name; }

    File directory;
    std::string path;
};

// agentcli and its tools keep their files in directories of .agentcli, mode 0700. When a directory
// is made, .agentcli also gets a .gitignore, unless it has one, so that git tracks what users write
// there and ignores everything else.

// Opens .agentcli/NAME beneath `root`, and makes what is missing. `what` names it in messages: "the
// audit directory". Throws system_error(), also if a part of the path is a link.
File open_own_part(const File& root, const std::string& name, const std::string& what);

// Paths of the user's own files of agentcli, and of its installation. Each is absolute, or empty if
// it cannot be determined. The path need not exist.

// Returns $XDG_STATE_HOME/agentcli, otherwise ~/.local/state/agentcli. A variable that is not an
// absolute path counts as unset, as required by the XDG specification.
std::string state_directory();

// Returns $XDG_CONFIG_HOME/agentcli, otherwise ~/.config/agentcli.
std::string config_directory();

// Returns $XDG_RUNTIME_DIR/agentcli, for sockets and tokens. The directory exists until the user
// logs out.
std::string runtime_directory();

// Returns $XDG_CACHE_HOME/agentcli, otherwise ~/.cache/agentcli.
std::string cache_directory();

// Returns ~/.agents/skills and ~/.claude/skills, the skills that the user shares with other agents.
std::vector<std::string> shared_skill_directories();

// Returns the path of the running executable, with links resolved.
std::string own_program();

// Returns ../share/agentcli/tools.json relative to the directory of own_program().
std::string installed_manifest();

}
