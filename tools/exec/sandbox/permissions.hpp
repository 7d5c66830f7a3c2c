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

// What the operator permits commands to do: the values of --policy and --network.

enum class Policy {
    read_only, // change only temporary files
    workspace_write, // change the workspace, too
    // do whatever the user may do; only time, output and the tree of processes are controlled
    unrestricted,
};

enum class Network { off, on };

// The user that runs commands: the values of --user.
enum class RunAs { self, owner };

struct Account {
    uid_t user;
    gid_t group;
};

// Limits for each process of a command, as in setrlimit(2); 0: the limit of the tool.
struct ResourceLimits {
    std::int64_t memory = 0; // bytes of address space
    std::int64_t cpu_seconds = 0;
    std::int64_t processes = 0; // number of processes of the user
    std::int64_t file_size = 0; // bytes
    // For all processes together: maximum bytes of the new /tmp, of /dev/shm, and of System V
    // segments (each).
    std::int64_t temporary = 0;
};

struct Permissions {
    Policy policy = Policy::workspace_write;
    Network network = Network::off;
    bool unix_sockets = false;
    std::vector<std::string> hidden = {}; // --hide, in addition to the known places of keys
    // --show: visible although it is in a hidden place, or is one
    std::vector<std::string> shown = {};
    std::optional<Account> account = {}; // account to switch to; nullopt: keep that of the tool
    ResourceLimits limits = {};
    mode_t umask = 022; // umask of commands
    // --write: directories and files that can be read and changed under each policy.
    std::vector<std::string> written = {};
    bool hides_workspace = false; // except what is shown or written in it; only with read_only
    // The workspace is hidden from commands only: the tool still writes their output to it.
    bool is_narrowed = false;
};

// How the kernel enforces the permissions.
enum class Level { none, landlock, namespaces };

// The lowest level that the operator accepts: --require.
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

// Returns the path absolute with links resolved, or an empty string, with errno, if it does not
// exist.
std::string real_path(const std::string& path);

// Returns the path that a flag names, absolute with links resolved, or an empty string, with errno,
// if it does not exist. Throws BAD_REQUEST if the path leads through a link in the workspace: a
// command could have made the link and would choose what the flag applies to. `what` names the path
// in the message.
std::string path_of_flag(
    const std::string& what, const std::string& path, const Workspace& workspace);

}
