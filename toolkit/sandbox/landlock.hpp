#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>

namespace toolkit::sandbox {

// The kernel's Landlock, up to what is known of its ABI 9. Constants by their numbers from the
// kernel's documentation (userspace-api/landlock.rst): distributions' headers lag.
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

// What a ruleset takes away unless a rule gives it back.
struct Handled {
    std::uint64_t files;
    std::uint64_t network; // TCP bind 1, TCP connect 2: ABI 4, Linux 6.7
    std::uint64_t scopes; // abstract sockets 1, signals 2: ABI 6, Linux 6.12
};

// The ABI version that the kernel reports, 0 where it has no Landlock (or it is disabled at boot).
int abi();

// All that a kernel with this ABI can take away.
Handled all_of(int abi);

class Ruleset {
public:
    // Takes away all of `wanted` that the kernel can. Some kernels report an ABI whose structures
    // they then refuse: probed downwards. Throws SANDBOX_UNAVAILABLE.
    explicit Ruleset(Handled wanted = all_of(9));

    // Gives back `rights` on the file, or beneath the directory; those that don't apply to a file
    // are left out.
    void allow(const File& place, std::uint64_t rights);

    // The same, where the caller knows that all of `rights` apply: EINVAL, as SANDBOX_UNAVAILABLE,
    // if not.
    void allow_fitting(const File& place, std::uint64_t rights);

    // Gives back TCP connections to this port, of any host. Does nothing if the kernel does not
    // take them away (before ABI 4).
    void allow_to_connect(std::uint16_t port);

    // What applies to anything but a directory.
    static std::uint64_t fitting_a_file(std::uint64_t rights);

    // From here on, for this thread and all it starts. no_new_privs must be set.
    void enforce() const;

    // The ABI that is really in force.
    int abi() const { return version; }

private:
    File ruleset;
    Handled handled;
    int version;
};

}

}
