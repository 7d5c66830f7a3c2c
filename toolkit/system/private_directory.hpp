#pragma once

#include "toolkit/system/file.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::system {

// A directory in which decisions of the user are kept, such as state_directory(): nobody else can
// change it, or a file that is read in it. All throw BAD_REQUEST naming the path if it can't be
// relied on: it can't be read, belongs to another user than this one and root, or can be changed by
// other users.
class PrivateDirectory {
public:
    // Holds none if there is none.
    static PrivateDirectory find(const std::string& path);

    // Makes it, and what is missing above it, with mode 0700. Also throws what system_error() makes
    // of a failure.
    static PrivateDirectory make(const std::string& path);

    // The same of a directory in this one; a link is none.
    PrivateDirectory find_in(const std::string& name) const;
    PrivateDirectory make_in(const std::string& name) const;

    explicit operator bool() const { return static_cast<bool>(directory); }

    // A whole file; nothing if there is none. A link is not followed, and more than `max_bytes`
    // can't be relied on.
    std::optional<std::string> read(const std::string& name, std::size_t max_bytes) const;

    // Like read(), for a file with a secret: throws also if other users can read it.
    std::optional<std::string> read_secret(const std::string& name, std::size_t max_bytes) const;

    // Returns the names of the files and directories in it, in any order.
    std::vector<std::string> names() const;

    // Locks the file `name`, which is created if it is missing and is never removed. Returns an
    // empty File if another process has the lock. Throws what system_error() makes of a failure.
    [[nodiscard]] File try_to_lock(const std::string& name) const;

    // No other process has this lock until what is returned is gone. Throws TIMED_OUT after 10 s.
    [[nodiscard]] File lock() const;

    // While the lock is held: puts a file (mode 0600) in the place of one of this name, if there is
    // one, in one step that lasts: a reader has the old one or the new one. Throws what
    // system_error() makes of a failure.
    void write(const std::string& name, std::string_view bytes) const;

    // While the lock is held. Returns whether there was one.
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
// is made, .agentcli also gets a .gitignore, unless it has one: git then sees what users write
// there, and nothing of what is kept.

// Opens .agentcli/NAME beneath `root`, and makes what is missing. `what` names it in messages: "the
// audit directory". Throws system_error(), also if a part of the path is a link.
File open_own_part(const File& root, const std::string& name, const std::string& what);

// Paths of the user's own files of agentcli, and of its installation. Each is absolute, or empty if
// it can't be determined; it need not exist.

// $XDG_STATE_HOME/agentcli, otherwise ~/.local/state/agentcli. A variable that is not absolute
// counts as unset, as the XDG specification has it.
std::string state_directory();

// $XDG_CONFIG_HOME/agentcli, otherwise ~/.config/agentcli.
std::string config_directory();

// $XDG_RUNTIME_DIR/agentcli: for sockets and tokens, until the user logs out.
std::string runtime_directory();

// $XDG_CACHE_HOME/agentcli, otherwise ~/.cache/agentcli.
std::string cache_directory();

// ~/.agents/skills and ~/.claude/skills: skills of the user that other agents have, too.
std::vector<std::string> shared_skill_directories();

// The running executable, without links.
std::string own_program();

// ../share/agentcli/tools.json, seen from the directory of own_program().
std::string installed_manifest();

}
