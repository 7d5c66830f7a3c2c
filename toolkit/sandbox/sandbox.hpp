#pragma once

#include "toolkit/sandbox/seccomp.hpp"
#include "toolkit/system/file.hpp"

#include <cstdint>
#include <vector>

namespace toolkit::sandbox {

enum class Access { none, read, write };

// Determines whether a tool may run other programs. A tool that does so confines itself by a policy
// of its own (Tool::prepare).
enum class Programs { none, by_policy };

enum class Threads { one, many };

// Determines whether a tool may make symbolic links, and set the times of files that it has open;
// both are needed to copy an entry exactly, but never to read or write.
enum class Links { none, may_be_made };

// Determines whether a tool may look up names and open TCP connections. Landlock limits connections
// to some ports since Linux 6.7. The kernel does not limit their addresses.
enum class Network { none, tcp };

// The access that a tool keeps after its start. Everything else is denied.
struct Sandbox {
    Access workspace = Access::none;
    Programs programs = Programs::none;
    Threads threads = Threads::one;
    Links links = Links::none;
    Network network = Network::none; // requires Threads::many and Access::none
    // Ports that connections may go to, in addition to that of DNS.
    std::vector<std::uint16_t> ports = {};
};

// `paths` is the operator's decision (--sandbox=paths) to rely on toolkit/system/path_walk.hpp and
// seccomp only, for kernels without Landlock: gVisor, Apple's containers, Linux before 5.13.
enum class Confinement { landlock, paths };

// Permanently gives up everything except `sandbox`, for this process and its threads: first by
// Landlock (every right, TCP and scope that the kernel knows, with one rule for `root`), then by a
// seccomp allow-list. A system call that is not on the list ends the process with one line on
// stderr.
//
// `root` may be empty for Access::none. If `within` is not empty, its directories get the rules in
// place of `root`; this requires Landlock. Network::tcp requires Landlock, too, and also allows
// reading the few system files that configure name lookups. Throws SANDBOX_UNAVAILABLE naming the
// step that failed; never enforces less.
void enter(const Sandbox& sandbox, const File& root, Confinement confinement,
    const std::vector<File>& within = {});

// Like enter(), for a server that forks a child for each call: it may also make pipes, fork, and
// wait for and signal its children. It can neither start a program nor open a socket.
void enter_to_serve(const Sandbox& sandbox, const File& root, Confinement confinement,
    const std::vector<File>& within = {});

// The filter by which a child of this server gives up what enter() would have denied.
class CallSeal {
public:
    // To be made by the server, since that costs more than install().
    explicit CallSeal(const Sandbox& sandbox);

    // Throws SANDBOX_UNAVAILABLE.
    void install() const { filter.install(); }

private:
    seccomp::Filter filter;
};

}
