#pragma once

#include "permissions.hpp"

#include "toolkit/file.hpp"

#include <string>

// The directory for TMPDIR, outside the workspace.
//
// One that was made for this call goes with the object, and on SIGTERM, SIGINT and SIGHUP as long as it is
// empty: nothing has run yet, and later the signals are taken care of. Only a SIGKILL before a command was
// started leaves it, empty.
class TemporaryDirectory {
public:
    TemporaryDirectory() = default; // none

    // The operator's own, which is kept. Throws BAD_REQUEST where it can't be opened.
    explicit TemporaryDirectory(const std::string& existing);

    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();

    // For this call, in the TMPDIR of this process, /tmp, /var/tmp or /dev/shm: the first where it can be
    // made; else there is none.
    void make();

    // To whom a command runs as, if it was made.
    void give_to(const Account& account) const;

    const std::string& path() const { return name; } // empty where there is none
    const File& directory() const { return opened; }
    const File& parent() const { return above; } // of one that was made

    // With all that is in it, following no link, if it was made. What can't be removed stays.
    void remove() const;

private:
    std::string name;
    File opened;
    File above;
};
