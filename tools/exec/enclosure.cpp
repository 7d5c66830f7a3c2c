#include "enclosure.hpp"

#include "calls.hpp"
#include "descendants.hpp"
#include "gaps.hpp"
#include "hidden.hpp"
#include "visible.hpp"

#include "toolkit/error.hpp"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

namespace {

using namespace landlock;

constexpr std::uint64_t reading = execute | read_file | read_dir;
constexpr std::uint64_t changing = write_file | remove_dir | remove_file | make_dir | make_reg | make_sock
    | make_fifo | make_sym | refer | landlock::truncate | resolve_unix;
constexpr std::uint64_t signals = 2; // a scope: landlock.hpp
constexpr int abi_with_signals = 6;

// The devices that programs take for granted. Everything else in /dev stays closed: terminals, disks, shared
// memory.
constexpr std::array devices {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

bool any_beneath(const std::string& root, const std::vector<std::string>& places)
{
    const std::string beneath = root.ends_with('/') ? root : root + "/";
    return std::any_of(places.begin(), places.end(),
        [&](const std::string& place) { return place == root || place.starts_with(beneath); });
}

Handled wanted_for(const Permissions& permissions)
{
    Handled wanted = all_of(9);
    if (permissions.network == Network::on)
        wanted.network = 0;
    if (permissions.unix_sockets) {
        wanted.files &= ~static_cast<std::uint64_t>(resolve_unix);
        wanted.scopes = signals;
    }
    return wanted;
}

void allow_devices(Ruleset& ruleset)
{
    for (const char* path : devices)
        if (const File device {open(path, O_PATH | O_CLOEXEC)})
            ruleset.allow(device, read_file | write_file | ioctl_dev);
}

ToolError unavailable(const std::string& step)
{
    return {Code::sandbox_unavailable, system_error("the sandbox can't be had: " + step).message};
}

void keep_privileges_as_they_are()
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw unavailable("no_new_privs");
}

// One byte and not none: then a core goes neither to a file nor to a program that core_pattern names, which
// would run outside the sandbox, and is not held back by a limit of 0 (core(5)).
void leave_no_core_files()
{
    const rlimit least {1, 1};
    setrlimit(RLIMIT_CORE, &least);
}

// The first two need a capability themselves: without it there is nothing to take away, and no_new_privs
// keeps it so.
void drop_capabilities()
{
    prctl(PR_SET_SECUREBITS, SECURE_ALL_BITS | SECURE_ALL_LOCKS, 0, 0, 0);
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability)
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    __user_cap_header_struct header {_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> none {};
    if (syscall(SYS_capset, &header, none.data()) != 0)
        throw unavailable("capset");
}

}

Enclosure::Enclosure(const Permissions& permissions, const Workspace& workspace,
    std::shared_ptr<const TemporaryDirectory> temporary)
    : allowed(permissions)
    , temporary_directory(std::move(temporary))
    , tool(getpid())
{
    leave_no_core_files();
    keep_privileges_as_they_are();
    bool holds_secrets = false;
    if (permissions.policy != Policy::unrestricted) {
        const std::vector<std::string> hidden = secret_paths();
        holds_secrets = any_beneath(workspace.root_path(), hidden);
        try {
            enter_tool(workspace, hidden);
            seccomp::install(denied_calls(permissions), seccomp::allow());
        } catch (ToolError& error) {
            error.hint = "the operator can run commands without a sandbox by --policy=unrestricted";
            throw;
        }
    }
    found_gaps = gaps_of({.permissions = permissions,
        .abi = for_commands ? for_commands->abi() : 0,
        .holds_secrets = holds_secrets,
        .sees_children = find_children().has_value()});
}

void Enclosure::enter_tool(const Workspace& workspace, const std::vector<std::string>& hidden)
{
    const Handled wanted = wanted_for(allowed);
    std::vector<std::string> closed = hidden;
    closed.emplace_back("/dev");
    Ruleset for_tool(wanted);
    allow_all_but(for_tool, closed, reading);
    // Names can be seen everywhere, or `ls /` would fail.
    for_tool.allow(File(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)), read_dir);
    for_tool.allow(workspace.root(), reading | changing);
    for_commands.emplace(Handled {wanted.files & ~reading, wanted.network, wanted.scopes});
    if (allowed.policy == Policy::workspace_write)
        for_commands->allow(workspace.root(), changing);
    for (Ruleset* ruleset : {&for_tool, &*for_commands}) {
        allow_devices(*ruleset);
        if (temporary().directory())
            ruleset->allow(temporary().directory(), reading | changing);
    }
    if (temporary().parent())
        for_tool.allow(temporary().parent(), remove_dir);
    for_tool.enforce();
}

bool Enclosure::enter_keeper() const
{
    if (!for_commands || for_commands->abi() < abi_with_signals || kill(tool, 0) != 0)
        return false;
    // Moving a file to another directory is denied by whatever ruleset does not speak of it.
    Ruleset ruleset({.files = refer, .network = 0, .scopes = signals});
    ruleset.allow(File(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)), refer);
    ruleset.enforce();
    return kill(tool, 0) != 0 && errno == EPERM;
}

void Enclosure::enter_command(pid_t keeper) const
{
    if (!for_commands)
        return;
    drop_capabilities();
    for_commands->enforce();
    if (allowed.policy == Policy::read_only)
        seccomp::install(calls_on_metadata(), seccomp::allow());
    if (for_commands->abi() < abi_with_signals)
        seccomp::install(
            calls_missed_by(for_commands->abi(), {tool, getpgid(tool), keeper}), seccomp::allow());
}

std::string_view Enclosure::level() const { return for_commands ? "landlock" : "none"; }
