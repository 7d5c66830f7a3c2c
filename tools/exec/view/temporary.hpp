#pragma once

#include "tools/exec/sandbox/permissions.hpp"

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <optional>
#include <string>

namespace exec::view {

using namespace toolkit;

// The directory for TMPDIR, outside the workspace.
//
// A directory that was made for this call is removed with this object. Until a command has run,
// while it is still empty, it is also removed on SIGTERM, SIGINT and SIGHUP; later the caller
// handles these signals. If both the tool and its supervisor are killed by SIGKILL, it remains
// until the next call that makes such a directory: it is locked (flock) while one of the two is
// alive.
class TemporaryDirectory {
public:
    TemporaryDirectory() = default; // no directory

    // Opens the operator's directory, which is kept. Throws BAD_REQUEST if it cannot be opened, and
    // what path_of_flag() throws.
    TemporaryDirectory(const std::string& existing, const Workspace& workspace);

    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    // Makes a directory for this call in the first possible place of this process's TMPDIR, /tmp,
    // /var/tmp and /dev/shm. If it cannot be made anywhere, there is no directory. If `account` is
    // set, the directory belongs to that account, and is only made where no other user can rename
    // it. Removes directories that killed calls of the same users left there. Throws system_error()
    // if it cannot be given to the account.
    void make(const std::optional<sandbox::Account>& account);

    const std::string& path() const { return name; } // empty if there is none
    const File& directory() const { return opened; }
    const File& parent() const { return above; } // parent directory, if it was made for this call

    // Removes the directory, if it was made for this call, with its content. Follows no link, uses
    // only the rights of the account, and stops after 5 s. What cannot be removed remains.
    void remove() const;

    // Returns true if the directory was made for this call and still exists.
    bool is_left() const;

private:
    bool make_in(const std::string& place);

    std::string name;
    File opened;
    File above;
    std::optional<sandbox::Account> owner;
};

}
