#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>

namespace toolkit::sandbox {

// The kernel's Landlock, up to ABI 9. The constants are the numbers of the kernel's documentation
// (userspace-api/landlock.rst), since the headers of distributions are often older.
namespace landlock {

enum Right : std::uint64_t {
    execute = 1ULL << 0,
    write_file = 1ULL << 1,
    read_file = 1ULL << 2,
    read_dir = 1ULL << 3,
    remove_dir = 1ULL << 4,
    remove_file = 1ULL << 5,
    make_char = 1ULL << 6,
    make_dir = 1ULL << 7,
    make_reg = 1ULL << 8,
    make_sock = 1ULL << 9,
    make_fifo = 1ULL << 10,
    make_block = 1ULL << 11,
    make_sym = 1ULL << 12,
    refer = 1ULL << 13, // ABI 2, Linux 5.19
    truncate = 1ULL << 14, // ABI 3, Linux 6.2
    ioctl_dev = 1ULL << 15, // ABI 5, Linux 6.10
    resolve_unix = 1ULL << 16, // ABI 9, Linux 7.1
};

// The access that a ruleset denies unless a rule allows it.
struct Handled {
    std::uint64_t files;
    std::uint64_t network; // TCP bind 1, TCP connect 2: ABI 4, Linux 6.7
    std::uint64_t scopes; // abstract sockets 1, signals 2: ABI 6, Linux 6.12
};

// Returns the ABI version that the kernel reports; 0 if it has no Landlock or it is disabled at
// boot.
int abi();

// Returns everything that a kernel with this ABI can deny.
Handled all_of(int abi);

class Ruleset {
public:
    // Denies everything of `wanted` that the kernel can. Some kernels report an ABI whose
    // structures they then refuse, so lower ABIs are tried as well. Throws SANDBOX_UNAVAILABLE.
    explicit Ruleset(Handled wanted = all_of(9));

    // Allows `rights` on the file, or beneath the directory. Rights that do not apply to a file are
    // dropped.
    void allow(const File& place, std::uint64_t rights);

    // Like allow(), if the caller knows that all of `rights` apply to the kind of file. Otherwise
    // throws SANDBOX_UNAVAILABLE for EINVAL.
    void allow_fitting(const File& place, std::uint64_t rights);

    // Allows TCP connections to this port of any host. Does nothing if the kernel does not deny
    // them (before ABI 4).
    void allow_to_connect(std::uint16_t port);

    // Returns those of the rights that apply to anything but a directory.
    static std::uint64_t fitting_a_file(std::uint64_t rights);

    // Enforces the ruleset from now on, for this thread and everything it starts. no_new_privs must
    // be set.
    void enforce() const;

    // Returns the ABI that is in force.
    int abi() const { return version; }

private:
    File ruleset;
    Handled handled;
    int version;
};

}

}
