#include "enclosure.hpp"

#include "calls.hpp"
#include "gaps.hpp"
#include "hidden.hpp"
#include "landlock_rules.hpp"
#include "privileges.hpp"
#include "toolkit/process/descendants.hpp"
#include "toolkit/text/contains.hpp"
#include "tools/exec/git/repository.hpp"
#include "tools/exec/git/shared_objects.hpp"
#include "tools/exec/view/mounts.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>

namespace exec::sandbox {

using namespace toolkit;

namespace {

using namespace toolkit::sandbox::landlock;

constexpr std::uint64_t reading = toolkit::sandbox::landlock::execute | read_file | read_dir;
constexpr std::uint64_t changing = write_file | remove_dir | remove_file | make_dir | make_reg
    | make_sock | make_fifo | make_sym | refer | toolkit::sandbox::landlock::truncate
    | resolve_unix;
constexpr std::uint64_t signals = 2; // a scope: landlock.hpp
constexpr int abi_with_signals = 6;

bool is_beneath(const std::string& path, const std::string& place)
{
    return path == place || path.starts_with(place.ends_with('/') ? place : place + "/");
}

// A repository could be deep in it.
bool is_directory(const std::string& path)
{
    struct stat status { };
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::vector<std::string> outside(std::vector<std::string> paths, const Workspace& workspace)
{
    std::erase_if(
        paths, [&](const std::string& path) { return is_beneath(path, workspace.root_path()); });
    return paths;
}

// Returns true if the operator names the path with --show or --write.
bool is_named(const view::View& view, const std::string& path)
{
    return text::contains(view.shown, path) || text::contains(view.written, path);
}

Handled wanted_for(const Permissions& permissions, Level level)
{
    Handled wanted = all_of(9);
    // In a network namespace, commands can only reach what they listen on themselves.
    if (permissions.network == Network::on || level == Level::namespaces)
        wanted.network = 0;
    if (permissions.unix_sockets) {
        wanted.files &= ~static_cast<std::uint64_t>(resolve_unix);
        wanted.scopes = signals;
    }
    return wanted;
}

// Returns the limit for files in memory: they may take as much as one process.
std::int64_t max_in_memory(const ResourceLimits& limits)
{
    const bool is_less
        = limits.memory > 0 && (limits.temporary == 0 || limits.memory < limits.temporary);
    return is_less ? limits.memory : limits.temporary;
}

void allow_path(Ruleset& ruleset, const std::string& path, std::uint64_t rights)
{
    if (const File place {open(path.c_str(), O_PATH | O_CLOEXEC)})
        ruleset.allow(place, rights);
}

}

Enclosure::Enclosure(const Permissions& permissions, const Workspace& workspace,
    std::shared_ptr<const view::TemporaryDirectory> temporary, Level level)
    : allowed(permissions)
    , temporary_directory(std::move(temporary))
    , enforced(level)
    , view {workspace, permissions.policy, temporary_directory->path(), {}, {},
          max_in_memory(permissions.limits)}
    , tool(getpid())
{
    leave_no_core_files();
    keep_privileges_as_they_are();
    if (level == Level::none)
        return;
    view.shown = paths_to_show(permissions.shown, workspace);
    view.written = paths_to_write(permissions.written, workspace);
    view.repositories = git::granted_directories(workspace, outside(view.written, workspace));
    view.hides_workspace = permissions.hides_workspace;
    view.hidden = paths_to_hide(permissions.hidden, view.shown,
        permissions.account ? permissions.account->user : getuid(), workspace);
    const Handled wanted = wanted_for(allowed, level);
    for_tool = std::make_unique<Ruleset>(wanted);
    // Without namespaces, commands are also in the ring of the tool, which covers reading.
    const std::uint64_t spoken_of = level == Level::namespaces ? 0 : reading;
    for_commands = std::make_unique<Ruleset>(
        Handled {wanted.files & ~spoken_of, wanted.network, wanted.scopes});
}

void Enclosure::use(git::KeptObjects kept)
{
    kept_objects = std::move(kept);
    for (const auto& slot : kept_objects.slots)
        view.slots.push_back(
            {slot->repository(), slot->own_directory(), slot->path(), slot->path_of_indexes()});
    for (const git::ClosedObjects& closed : kept_objects.closed)
        view.closed_objects.push_back(closed.repository);
}

void Enclosure::unshare_objects()
{
    std::vector<std::string> repositories = view.closed_objects;
    for (const auto& slot : slots())
        repositories.push_back(slot->repository());
    shares_objects = !git::unshare_objects(repositories);
}

std::chrono::seconds Enclosure::time_for_packs() const
{
    std::chrono::seconds time {0};
    for (const auto& slot : slots())
        time += slot->time_for_packs();
    return time;
}

void Enclosure::fill_rulesets()
{
    if (enforced == Level::none || std::exchange(is_filled, true))
        return;
    Ruleset& for_reading = enforced == Level::namespaces ? *for_commands : *for_tool;
    std::vector<std::string> closed = view.hidden;
    closed.emplace_back("/dev");
    allow_all_but(for_reading, "/", closed, reading);
    for (const std::string& path : view.shown)
        if (view.hides_workspace
            || !is_beneath(path, workspace().root_path())) // otherwise it can be read anyway
            allow_all_but(for_reading, path, closed, reading);
    for (Ruleset* ruleset : {&for_reading, for_commands.get()}) {
        for (const std::string& device : view::common_devices)
            allow_path(*ruleset, device, read_file | write_file | ioctl_dev);
        if (temporary().directory())
            ruleset->allow(temporary().directory(), reading | changing);
    }
    if (!view.hides_workspace) {
        for_commands->allow(workspace().root(),
            allowed.policy == Policy::workspace_write ? reading | changing : reading);
        for_tool->allow(workspace().root(), reading | changing);
    }
    if (allowed.is_narrowed)
        allow_own_work();
    for (Ruleset* ruleset : {for_tool.get(), for_commands.get()})
        for (const std::string& path : view.written)
            allow_path(*ruleset, path, reading | changing);
    for (const auto& slot : slots()) // for git alone, which has a descriptor of the directory
        allow_path(*for_commands, slot->path_of_indexes(), reading | changing);
    if (temporary().parent())
        for_tool->allow(temporary().parent(), remove_dir);
    // Names can be listed everywhere: otherwise `ls /` would fail, and no program would be found
    // along PATH.
    for (Ruleset* ruleset : {for_tool.get(), for_commands.get()})
        allow_path(*ruleset, "/", read_dir);
}

// Lets the tool write its output in a hidden workspace. At Level::landlock the ring of the tool
// also contains commands, so that only .agentcli is allowed.
void Enclosure::allow_own_work() const
{
    if (enforced == Level::namespaces)
        for_tool->allow(workspace().root(), reading | changing);
    else
        allow_path(*for_tool, workspace().root_path() + "/.agentcli", reading | changing);
}

// Returns true if all processes of a command can be killed without looking for children one by one.
bool Enclosure::kills_in_one_step() const
{
    return enforced == Level::namespaces
        || (enforced == Level::landlock && for_commands->abi() >= abi_with_signals);
}

void Enclosure::enter_tool()
{
    bool opens_secrets = false;
    bool names_secrets = enforced != Level::namespaces;
    for (const std::string& place : view.hidden) {
        const bool is_kept = view::holds_what_is_seen(view, place);
        names_secrets |= is_kept;
        for (const std::string& seen :
            {view.hides_workspace ? std::string() : workspace().root_path(), temporary().path()})
            opens_secrets |= !seen.empty()
                && ((is_beneath(seen, place) && !is_named(view, seen)) || is_beneath(place, seen));
        for (const std::string& path : view.written)
            opens_secrets |= is_beneath(place, path);
    }
    if (enforced != Level::none) {
        for_tool->enforce();
        toolkit::sandbox::seccomp::install(
            denied_calls(allowed, Level::landlock), toolkit::sandbox::seccomp::allow());
    }
    found_gaps = gaps_of({.permissions = allowed,
        .level = enforced,
        .abi = for_commands ? for_commands->abi() : 0,
        .opens_secrets = opens_secrets,
        .names_secrets = names_secrets,
        .sees_children = kills_in_one_step() || toolkit::process::find_children().has_value(),
        .writes_in_workspace = changes_workspace() || !view.repositories.empty()
            || std::any_of(view.written.begin(), view.written.end(), is_directory),
        .writes_objects = !kept_objects.is_complete,
        .writes_names = kept_objects.has_linked_names,
        .shares_objects = shares_objects,
        .closes_objects = !kept_objects.closed.empty()});
}

// Adds to the ruleset that the tool fills at the same time: both processes have a descriptor of it.
// The command, which starts later, enforces it.
void Enclosure::allow_new_places() const
{
    const view::NewPlaces places = view::new_places(view);
    for (const std::string& path : places.readable)
        allow_path(*for_commands, path, reading);
    for (const std::string& path : places.changeable)
        allow_path(*for_commands, path, reading | changing);
    for (const std::string& path : places.terminals)
        allow_path(*for_commands, path, read_dir | read_file | write_file | ioctl_dev);
}

bool Enclosure::changes_workspace() const { return view::changes_workspace(view); }

std::vector<File> Enclosure::enter_init(const Namespaces& namespaces) const
{
    namespaces.settle();
    std::vector<File> indexes = view::furnish(view);
    allow_new_places();
    drop_capabilities(allowed.account);
    toolkit::sandbox::seccomp::install(
        denied_calls(allowed, Level::namespaces), toolkit::sandbox::seccomp::allow());
    return indexes;
}

bool Enclosure::enter_supervisor() const
{
    if (!for_commands || for_commands->abi() < abi_with_signals || kill(tool, 0) != 0)
        return false;
    // A ruleset that does not handle `refer` denies moving files to another directory.
    Ruleset ruleset({.files = refer, .network = 0, .scopes = signals});
    allow_path(ruleset, "/", refer);
    ruleset.enforce();
    return kill(tool, 0) != 0 && errno == EPERM;
}

void Enclosure::enter_command(pid_t supervisor) const
{
    if (enforced == Level::none) {
        if (allowed.account)
            become(*allowed.account);
        return;
    }
    if (enforced == Level::landlock)
        drop_capabilities(allowed.account);
    for_commands->enforce();
    if (enforced == Level::namespaces)
        return;
    if (allowed.policy == Policy::read_only && allowed.written.empty())
        toolkit::sandbox::seccomp::install(calls_on_metadata(), toolkit::sandbox::seccomp::allow());
    if (for_commands->abi() < abi_with_signals)
        toolkit::sandbox::seccomp::install(
            calls_missed_by(for_commands->abi(), {tool, getpgid(tool), supervisor}),
            toolkit::sandbox::seccomp::allow());
}

std::string Enclosure::temporary_path() const
{
    if (enforced == Level::namespaces && temporary().path().empty())
        return std::string(view::private_temporary(view));
    return temporary().path();
}

}
