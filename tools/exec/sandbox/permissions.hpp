#pragma once

#include "toolkit/tool/member_place.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace exec::sandbox {

using namespace toolkit;

// What the operator lets commands do; the words of --policy and --network.

enum class Policy {
    read_only, // change nothing but a temporary directory
    workspace_write, // change the workspace too
    // whatever the user may do; only the time, the output and the tree of processes are kept
    unrestricted,
};

enum class Network { off, on };

// Whom commands run as: the words of --user.
enum class RunAs { self, owner };

struct Account {
    uid_t user;
    gid_t group;
};

// Of each process of a command, as setrlimit(2) has them; 0: as the tool's own.
struct ResourceLimits {
    std::int64_t memory = 0; // bytes of address space
    std::int64_t cpu_seconds = 0;
    std::int64_t processes = 0; // of the user
    std::int64_t file_size = 0; // bytes
    std::int64_t temporary
        // bytes of the new /tmp, as many of /dev/shm, and of System V segments: of all processes
        = 0;
};

struct Permissions {
    Policy policy = Policy::workspace_write;
    Network network = Network::off;
    bool unix_sockets = false;
    std::vector<std::string> hidden = {}; // --hide, beside the places of keys that are known
    std::vector<std::string> shown = {}; // --show: though it, or what holds it, is hidden
    std::optional<Account> account = {}; // to take; nothing: the tool's own
    ResourceLimits limits = {};
    mode_t umask = 022; // of commands
    // --write: directories and files that can be read and changed under each policy.
    std::vector<std::string> written = {};
    bool hides_workspace = false; // but for what is shown or written in it; with read_only alone
    // The same from commands only: the tool keeps their output in the workspace.
    bool is_narrowed = false;
};

// How the kernel enforces it.
enum class Level { none, landlock, namespaces };

// The least that the operator accepts: --require.
enum class Required { landlock, namespaces };

constexpr auto choices(Policy)
{
    return std::array {tool::Choice<Policy> {Policy::read_only, "read-only"},
        tool::Choice<Policy> {Policy::workspace_write, "workspace-write"},
        tool::Choice<Policy> {Policy::unrestricted, "unrestricted"}};
}

constexpr auto choices(Network)
{
    return std::array {
        tool::Choice<Network> {Network::off, "off"}, tool::Choice<Network> {Network::on, "on"}};
}

constexpr auto choices(RunAs)
{
    return std::array {
        tool::Choice<RunAs> {RunAs::self, "self"}, tool::Choice<RunAs> {RunAs::owner, "owner"}};
}

constexpr auto choices(Required)
{
    return std::array {tool::Choice<Required> {Required::landlock, "landlock"},
        tool::Choice<Required> {Required::namespaces, "namespaces"}};
}

// A path as it is, absolute, links resolved. Empty, with errno, if nothing is there.
std::string real_path(const std::string& path);

// A path that a flag names: absolute, links resolved. Empty, with errno, if nothing is there.
// Throws BAD_REQUEST if a link in the workspace is on the way: a command could have made it, and
// would choose what the flag is about. `what` is how the message calls the path.
std::string path_of_flag(
    const std::string& what, const std::string& path, const Workspace& workspace);

}
