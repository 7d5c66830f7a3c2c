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
// One that was made for this call goes with the object, and on SIGTERM, SIGINT and SIGHUP as long
// as it is empty: nothing has run yet, and later the signals are taken care of. After a SIGKILL of
// the tool and of its supervisor it stays until the next call that makes one: it is locked (flock)
// as long as one of the two lives.
class TemporaryDirectory {
public:
    TemporaryDirectory() = default; // none

    // The operator's own, which is kept. Throws BAD_REQUEST where it can't be opened, and what
    // path_of_flag() does.
    TemporaryDirectory(const std::string& existing, const Workspace& workspace);

    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    // For this call, in the TMPDIR of this process, /tmp, /var/tmp or /dev/shm: the first where it
    // can be made; else there is none. It belongs to `account`, if there is one; then only where
    // nobody else can rename it. Removes what killed calls of the same users left there. Throws
    // what system_error() makes of a failure to give it to the account.
    void make(const std::optional<sandbox::Account>& account);

    const std::string& path() const { return name; } // empty where there is none
    const File& directory() const { return opened; }
    const File& parent() const { return above; } // of one that was made

    // With all that is in it, following no link, with the rights of the account alone, if it was
    // made; for some seconds at most. What can't be removed stays.
    void remove() const;

    // Is one that was made still there?
    bool is_left() const;

private:
    bool make_in(const std::string& place);

    std::string name;
    File opened;
    File above;
    std::optional<sandbox::Account> owner;
};

}
