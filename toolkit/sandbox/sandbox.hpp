#pragma once

#include "toolkit/sandbox/seccomp.hpp"
#include "toolkit/system/file.hpp"

#include <cstdint>
#include <vector>

namespace toolkit::sandbox {

enum class Access { none, read, write };

// Does a tool run other programs? One that does locks itself in by a policy of its own
// (Tool::prepare).
enum class Programs { none, by_policy };

enum class Threads { one, many };

// May a tool make symbolic links, and set the times of what it has open, which copying an entry as
// it is takes? A link is never needed to read or to write.
enum class Links { none, may_be_made };

// May a tool look up names and open TCP connections? Landlock limits these to some ports since
// Linux 6.7; to which addresses they go is not limited by the kernel.
enum class Network { none, tcp };

// What a tool may still do once it has started. Everything that is not named here is denied.
struct Sandbox {
    Access workspace = Access::none;
    Programs programs = Programs::none;
    Threads threads = Threads::one;
    Links links = Links::none;
    Network network = Network::none; // takes Threads::many, and Access::none
    std::vector<std::uint16_t> ports = {}; // that connections may go to, beside that of DNS
};

// `paths` is the operator's word (--sandbox=paths) that toolkit/system/path_walk.hpp and seccomp
// are enough, for kernels without Landlock: gVisor, Apple's containers, Linux before 5.13.
enum class Confinement { landlock, paths };

// Gives up, for good and for this process and its threads, everything but `sandbox`: first Landlock
// (every right, TCP and scope that the kernel knows, one rule for `root`), then a seccomp
// allow-list. A system call outside it ends the process with one line on stderr. `root` may hold no
// descriptor where Access is none. If `within` is not empty, its directories have the rules in
// place of `root`; that takes Landlock, and so does Network::tcp, with which the few files of the
// system that tell how names are looked up can be read. Throws SANDBOX_UNAVAILABLE naming the step,
// and never settles for less.
void enter(const Sandbox& sandbox, const File& root, Confinement confinement,
    const std::vector<File>& within = {});

// The same for a server whose calls are children of it: it may also make pipes, fork, and wait for
// and signal what it has forked. It can start no program and open no socket either.
void enter_to_serve(const Sandbox& sandbox, const File& root, Confinement confinement,
    const std::vector<File>& within = {});

// Gives up in a child of such a server what enter() would not have left.
class CallSeal {
public:
    // Made by the server: it costs more than to lay it on.
    explicit CallSeal(const Sandbox& sandbox);

    // Throws SANDBOX_UNAVAILABLE.
    void lay_on() const { filter.install(); }

private:
    seccomp::Filter filter;
};

}
