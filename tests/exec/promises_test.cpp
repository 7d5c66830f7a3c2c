#include "attempts_on_the_system.hpp"
#include "attempts_with_mounts.hpp"
#include "catch.hpp"
#include "scene.hpp"

#include <cerrno>
#include <cstring>

using namespace exec::sandbox;

// A promise of the sandbox: under these permissions, this attempt comes to this errno at each
// level, 0 for what must be allowed.
struct Promise {
    const char* sentence;
    Permissions permissions;
    Attempt attempt;
    int outcome_with_landlock;
    int outcome_with_namespaces;
};

static const Permissions reads {.policy = Policy::read_only};
static const Permissions writes {.policy = Policy::workspace_write};
static const Permissions online {.policy = Policy::workspace_write, .network = Network::on};
static const Permissions with_unix {.policy = Policy::workspace_write, .unix_sockets = true};
static const Permissions hiding {.policy = Policy::workspace_write, .hidden = {"private"}};
static const Permissions showing {.policy = Policy::workspace_write, .shown = {".ssh"}};
static const Permissions beside {.policy = Policy::read_only, .written = {"../outside"}};
static const Permissions a_part {.policy = Policy::read_only,
    .written = {"../workspace/guarded", "../workspace/.git", "../workspace/.agentcli"}};
static const Permissions apart_from_home {.policy = Policy::read_only,
    .network = Network::on,
    .hidden = {"", "../workspace"},
    .shown = {"cache"},
    .written = {"private"},
    .hides_workspace = true};
static const Permissions kept_to_a_part {.policy = Policy::read_only,
    .hidden = {"../workspace"},
    .written = {"../workspace/guarded"},
    .hides_workspace = true,
    .is_narrowed = true};
static const Permissions anything {.policy = Policy::unrestricted};

static const Promise promises[] = {
    {"a file of the workspace can be read", reads, read_inside, 0, 0},
    {"and one outside it", reads, read_outside, 0, 0},
    {"a file of the workspace can be written", writes, write_inside, 0, 0},
    {"not under read-only", reads, write_inside, EACCES, EROFS},
    {"nor truncated under read-only", reads, truncate_inside, EACCES, EROFS},
    {"nor its mode changed under read-only", reads, chmod_inside, EPERM, EROFS},
    {"nor its times", reads, touch_inside, EPERM, EROFS},
    {"nor its flags", reads, chattr_inside, EPERM, EPERM},
    {"a temporary file can be written", writes, write_temporary, 0, 0},
    {"also under read-only", reads, write_temporary, 0, 0},
    {"but not beside its directory", writes, write_beside_temporary, EACCES, EROFS},
    {"a file outside can't be written", writes, write_outside, EACCES, EROFS},
    {"nor through a link", writes, write_by_link, EACCES, EROFS},
    {"nor through /proc", writes, write_by_proc, EACCES, EROFS},
    {"nor made", writes, make_outside, EACCES, EROFS},
    {"nor truncated", writes, truncate_outside, EACCES, EROFS},
    {"nor truncated by opening it to read", writes, truncate_by_opening, EACCES, EROFS},
    {"nor removed", writes, remove_outside, EACCES, EROFS},
    {"nor moved in", writes, move_in, EACCES, EXDEV},
    {"nor replaced by moving one out", writes, move_out, EACCES, EXDEV},
    {"nor linked to from the workspace", writes, link_in, EXDEV, EXDEV},
    {"no directory is made outside", writes, mkdir_outside, EACCES, EROFS},
    {"no FIFO either", writes, mkfifo_outside, EACCES, EROFS},
    {"a gap: metadata-outside-writable", writes, chmod_outside, 0, EROFS},
    {"none under read-only", reads, chmod_outside, EPERM, EROFS},
    {"flags of files can't be changed", writes, chattr_outside, EPERM, EPERM},
    {"nor versions of inodes, also read-only", reads, set_version_outside, EPERM, EPERM},
    {"nor subvolumes made of any directory", writes, snapshot_workspace, EPERM, EPERM},
    {"a gap: hard-links-lead-outside", writes, write_hard_link_outside, 0, 0},
    {"none under read-only", reads, write_hard_link_outside, EACCES, EROFS},
    {"unrestricted restricts nothing", anything, write_outside, 0, 0},
    {"the home can be read", writes, read_home, 0, 0},
    {"its keys can't", writes, read_key, EACCES, EACCES},
    {"nor by way of /proc", writes, read_key_by_proc, EACCES, EACCES},
    {"nor by a link", writes, read_key_by_link, EACCES, EACCES},
    {"nor by opening the directory first", writes, read_key_at, EACCES, EACCES},
    {"a gap: file-names-visible", writes, stat_key, 0, EACCES},
    {"nor the sessions of agentcli", writes, read_session, EACCES, EACCES},
    {"nor its settings", writes, read_settings, EACCES, EACCES},
    {"wherever the user has them", writes, read_own_cache, EACCES, EACCES},
    {"/dev/null can be written", reads, write_null, 0, 0},
    {"not its times or mode, but for the gap metadata-outside-writable", writes, touch_null, 0,
        EROFS},
    {"which is none under read-only", reads, touch_null, EPERM, EROFS},
    {"/dev/urandom can be read", reads, read_random, 0, 0},
    {"a terminal can't be opened", writes, open_terminal, EACCES, ENOENT},
    {"no new one made", writes, open_ptmx, EACCES, 0},
    {"shared memory is not shared", writes, open_shared_memory, EACCES, 0},
    {"the kernel's settings can't be written", writes, write_core_pattern, EACCES, EROFS},
    {"no socket reaches out", writes, socket_of<AF_INET>, EACCES, 0},
    {"of any family", writes, socket_of<AF_INET6>, EACCES, 0},
    {"nor to the kernel", writes, socket_of<AF_NETLINK>, EACCES, 0},
    {"nor past the network", writes, socket_of<AF_PACKET>, EACCES, EACCES},
    {"nor to the hypervisor", writes, socket_of<AF_VSOCK>, EACCES, EACCES},
    {"nor to the kernel's ciphers", writes, socket_of<AF_ALG>, EACCES, EACCES},
    {"nor to a service of the user", writes, socket_of<AF_UNIX>, EACCES, EACCES},
    {"the network can be on", online, socket_of<AF_INET>, 0, 0},
    {"which is no way to a service of the user", online, socket_of<AF_UNIX>, EACCES, EACCES},
    {"nor past the network", online, socket_of<AF_PACKET>, EACCES, EACCES},
    {"a gap: unix-sockets-reachable", with_unix, socket_of<AF_UNIX>, 0, 0},
    {"which is no network", with_unix, socket_of<AF_INET>, EACCES, 0},
    {"two processes can have a stream between them", writes, pair_of<SOCK_STREAM>, 0, 0},
    {"or packets", writes, pair_of<SOCK_SEQPACKET>, 0, 0},
    {"datagrams could be sent elsewhere", writes, pair_of<SOCK_DGRAM>, EACCES, EACCES},
    {"so could raw ones, which are the same", writes, pair_of<SOCK_RAW>, EACCES, EACCES},
    {"a command can signal its children", writes, signal_child, 0, 0},
    {"not its supervisor", writes, signal_supervisor, EPERM, EPERM},
    {"nor the tool", writes, signal_tool, EPERM, ESRCH},
    {"under read-only neither", reads, signal_supervisor, EPERM, EPERM},
    {"a gap: keeper-can-be-killed", anything, signal_supervisor, 0, 0},
    {"its supervisor can't be traced", writes, trace_supervisor, EPERM, EPERM},
    {"nor its memory read", writes, read_supervisors_memory, EPERM, EPERM},
    {"nor by /proc", writes, open_supervisors_memory, EACCES, EACCES},
    {"nor its environment", writes, open_supervisors_environment, EACCES, EACCES},
    {"nor its descriptors", writes, look_at_supervisors_descriptors, EACCES, EACCES},
    {"nor taken from it", writes, take_supervisors_descriptor, EPERM, EPERM},
    {"nor can it be starved by limits", writes, limit_supervisor, EPERM, EPERM},
    {"nor by priority", writes, slow_supervisor, EPERM, EPERM},
    {"a command can limit itself", writes, limit_itself, 0, 0},
    {"a crash is kept from everybody", writes, leave_a_core, 0, 0},
    {"and trace its children", writes, trace_child, 0, 0},
    {"no file system is mounted", writes, mount_something, EPERM, EPERM},
    {"no namespace made", writes, unshare_user, EPERM, EPERM},
    {"by neither call", writes, clone_user, EPERM, EPERM},
    {"whose newest form is said to be missing", writes, clone3_anything, ENOSYS, ENOSYS},
    {"no io_uring", writes, use_io_uring, ENOSYS, ENOSYS},
    {"no keyring", writes, use_keyring, EPERM, EPERM},
    {"no bpf", writes, use_bpf, EPERM, EPERM},
    {"no file opened by its number", writes, open_by_handle, EPERM, EPERM},
    {"no System V memory", writes, use_shared_memory, EACCES, 0},
    {"no message queue", writes, use_message_queue, EACCES, ENOENT},
    {"nothing typed into a terminal", writes, type_into_terminal, EPERM, EPERM},
    {"by whatever spelling of the number", writes, type_with_high_bits, EPERM, EPERM},
    {"no device made", writes, make_device, EPERM, EPERM},
    {"no owner changed to another", writes, give_file_away, EPERM, EPERM},
    {"no other user become", writes, become_root_again, EPERM, EPERM},
    {"a program can be started", reads, run_true, 0, 0},

    // What mounts and namespaces add.
    {"a commit can be made", writes, write_object, 0, 0},
    {"a gap: protected-paths-writable, where hooks", writes, plant_hook, 0, EROFS},
    {"and the settings of git", writes, write_git_config, 0, EROFS},
    {"can be replaced", writes, replace_git_config, 0, EXDEV},
    {"or had by another name", writes, link_to_git_config, 0, EXDEV},
    {"and all of it moved away", writes, move_git_away, 0, EBUSY},
    {"no repository of a submodule is made", writes, make_module, 0, EROFS},
    {"no attributes that are not in the tree", writes, make_attributes, 0, EROFS},
    {"no remote that is not in the settings", writes, make_remote, 0, EROFS},
    {"so can what is written down of calls", writes, write_audit, 0, EROFS},
    {"and what the operator protects", writes, write_guarded, 0, EROFS},
    {"not so what is beside it", writes, write_beside_guarded, 0, 0},
    {"or what holds it be moved away", writes, move_inner_away, 0, EXDEV},
    {"or what holds that", writes, move_guarded_away, 0, EBUSY},
    {"a gap: protected-paths-partly-writable", writes, make_commondir, 0, 0},
    {"in a nested repository too", writes, plant_nested_hook, 0, 0},
    {"a key in a file of its own can't be read", writes, read_key_file, EACCES, EACCES},
    {"nor the keys listed", writes, list_keys, 0, EACCES},
    {"nor made readable", writes, open_up_keys, 0, EROFS},
    {"nor uncovered", writes, uncover_keys, EPERM, EPERM},
    {"what is not known as a key can be read", writes, read_private, 0, 0},
    {"unless the operator hides it", hiding, read_private, EACCES, EACCES},
    {"who can show keys", showing, read_key, 0, 0},
    {"one by one", showing, read_key_file, EACCES, EACCES},
    {"nothing is mounted another way", writes, remount_root, EPERM, EPERM},
    {"nor made writable", writes, make_root_writable, EPERM, EPERM},
    {"no other root is taken", writes, change_root, EPERM, EPERM},
    {"no other namespace entered", writes, enter_namespace, EPERM, EPERM},
    {"nor the root of the supervisor", writes, use_root_of_supervisor, EACCES, EACCES},
    {"a gap: processes-visible", writes, see_the_tool, 0, ENOENT},
    {"nothing in /proc is written", writes, rename_itself, EACCES, EROFS},
    {"shared memory is for the command alone", reads, write_shared_memory, EACCES, 0},
    {"a service of the machine can't be reached", writes, connect_outside, EACCES, ECONNREFUSED},
    {"but with the network on", online, connect_outside, 0, 0},
    {"the command's own can", writes, serve_itself, EACCES, 0},
    {"no capability is left", writes, hold_capabilities, EPERM, EPERM},

    // What the operator names with --write, and what a launched command adds: the streams of
    // whoever launched it, and a workspace that is hidden.
    {"a directory of --write can be changed", beside, write_outside, 0, 0},
    {"and files made in it", beside, make_outside, 0, 0},
    {"not the workspace beside it", beside, write_inside, EACCES, EROFS},
    {"nor what has a name there", beside, move_in, EACCES, EXDEV},
    {"keys stay hidden", beside, read_key, EACCES, EACCES},
    {"a gap: metadata-outside-writable", beside, open_up_keys, 0, EROFS},
    {"temporary files can be written", beside, write_temporary, 0, 0},
    {"a part of the workspace can be named", a_part, write_beside_guarded, 0, 0},
    {"not the rest of it be changed", a_part, write_inside, EACCES, EROFS},
    {"nor what is protected there", a_part, write_guarded, 0, EROFS},
    {"nor what holds it be moved", a_part, move_inner_away, EACCES, EXDEV},
    {"nor hooks be planted where commits can be made", a_part, plant_hook, 0, EROFS},
    {"which can", a_part, write_object, 0, 0},
    {"nor what is written down of calls", a_part, write_audit, 0, EROFS},
    {"a call can be kept to a part of the workspace", kept_to_a_part, write_beside_guarded, 0, 0},
    {"the rest of it can't be read", kept_to_a_part, read_inside, EACCES, EACCES},
    {"nor by opening the directory first", kept_to_a_part, read_inside_by_directory, EACCES,
        EACCES},
    {"nor be changed", kept_to_a_part, write_inside, EACCES, EROFS},
    {"nor what is protected in the part", kept_to_a_part, write_guarded, 0, EROFS},
    {"nor what is written down of calls", kept_to_a_part, write_audit, EACCES, EROFS},
    {"a hidden workspace can't be read", apart_from_home, read_inside, EACCES, ENOENT},
    {"nor by opening the directory first", apart_from_home, read_inside_by_directory, EACCES,
        ENOENT},
    {"nor be changed", apart_from_home, write_inside, EACCES, ENOENT},
    {"nor a hidden home", apart_from_home, read_home, EACCES, EACCES},
    {"nor its keys", apart_from_home, read_key_file, EACCES, EACCES},
    {"nor what agentcli keeps in a place that is shown", apart_from_home, read_own_cache, EACCES,
        EACCES},
    {"but what --write names there", apart_from_home, read_private, 0, 0},
    {"the rest of the system can be read", apart_from_home, read_outside, 0, 0},
    {"a program be started", apart_from_home, run_true, 0, 0},
    {"and the network used", apart_from_home, connect_outside, 0, 0},
    {"no service of the user", apart_from_home, use_local_service, EACCES, EACCES},
    {"the stdin of whoever launched it can be read", writes, read_stdin, 0, 0},
    {"and not opened to be written", writes, reopen_stdin_to_write, EACCES, EACCES},

    // What is shared with the rest of the machine.
    {"nothing is said into a pipe of others", writes, write_pipe_outside, EACCES, EACCES},
    {"the kernel's memory is not managed", writes, drop_caches, EACCES, EROFS},
    {"nor told to crash", writes, trigger_crash, EACCES, EROFS},
    {"a gap: processes-visible, where the names of keys", writes, read_names_of_keys, 0, EACCES},
    {"a gap: resources-unlimited, where locks", writes, lock_outside, 0, 0},
    {"no lease on a file of others", writes, lease_outside, EPERM, EPERM},
    {"unrestricted leases", anything, lease_outside, 0, 0},
    {"the owner of a pipe is not signalled", writes, signal_by_owner, 0, 0},
    {"the workspace is not moved away", writes, move_workspace, EACCES, EROFS},
    {"a set-user-ID file can be made", writes, make_set_user_id, 0, 0},
    {"a service of the user is not reached", writes, use_local_service, EACCES, EACCES},
    {"a gap: unix-sockets-reachable", with_unix, use_local_service, 0, 0},
    {"a stream between two is connected nowhere else", writes, reconnect_pair<SOCK_STREAM>, EISCONN,
        EISCONN},
    {"nor one of packets", writes, reconnect_pair<SOCK_SEQPACKET>, EPROTOTYPE, EPROTOTYPE},
    {"nor when one end is gone", writes, reconnect_half, EISCONN, EISCONN},
    {"nor listens to others", writes, listen_on_pair, EINVAL, EINVAL},
    {"no packets are sent to the kernel's rivals", writes, socket_of<AF_BLUETOOTH>, EACCES, EACCES},
    {"a timer signals nobody else", writes, signal_by_timer, EINVAL, EINVAL},
    {"no other process is waited for", writes, wait_for_tool, ECHILD, ECHILD},
    {"no terminal is taken", writes, take_terminal, ENOTTY, ENOTTY},
    {"its supervisor's namespaces are not looked at", writes, look_at_supervisors_namespace, EACCES,
        EACCES},
    {"its supervisor's score for the killer of processes stays", writes, blame_supervisor, EACCES,
        EROFS},
    {"its own too", writes, blame_itself, EACCES, EROFS},
};

// Under the sanitizers a start takes long, and what is denied does not depend on them: each promise
// is tried at one level or two.
#ifdef SANITIZED
constexpr std::size_t step = 3;
#else
constexpr std::size_t step = 1;
#endif

static void check_all(Level level, User user)
{
    static std::size_t turn = 0;
    for (const Promise& promise : promises) {
        if (turn++ % step != 0)
            continue;
        const Level possible
            = promise.permissions.policy == Policy::unrestricted ? Level::none : level;
        const int expected = level == Level::namespaces ? promise.outcome_with_namespaces
                                                        : promise.outcome_with_landlock;
        INFO(promise.sentence << " (" << (&promise - promises) << ")");
        const int outcome
            = outcome_in_command(promise.permissions, possible, user, promise.attempt);
        INFO("expected " << std::strerror(expected) << ", got " << outcome << " "
                         << std::strerror(outcome));
        CHECK(outcome == expected);
    }
}

TEST_CASE("what Landlock promises holds for whoever runs it")
{
    check_all(Level::landlock, User::self);
}

TEST_CASE("what Landlock promises holds for an ordinary user")
{
    if (getuid() == 0)
        check_all(Level::landlock, User::nobody);
}

TEST_CASE("what namespaces promise holds for whoever runs it")
{
    if (has_namespaces(User::self))
        check_all(Level::namespaces, User::self);
    else
        WARN("this user may have no namespaces here");
}

TEST_CASE("what namespaces promise holds for an ordinary user")
{
    if (getuid() == 0 && has_namespaces(User::nobody))
        check_all(Level::namespaces, User::nobody);
}

TEST_CASE("a gap: devices-readable, with Landlock alone")
{
    for (const User user : {User::self, User::nobody}) {
        if (getuid() != 0 || !Scene(user).has_device()) {
            WARN("no device can be made here");
            return;
        }
        CHECK(outcome_in_command(writes, Level::landlock, user, read_device_outside) == 0);
        if (has_namespaces(user))
            CHECK(
                outcome_in_command(writes, Level::namespaces, user, read_device_outside) == EACCES);
    }
}

TEST_CASE("a gap: processes-visible, where as root also what the kernel shows to root alone")
{
    if (getuid() != 0)
        return;
    CHECK(outcome_in_command(writes, Level::landlock, User::nobody, read_slabs) == EACCES);
    for (const Attempt attempt : {read_slabs, read_pages, read_slabs_of_sys}) {
        if (outcome_in_command(anything, Level::none, User::self, attempt) != 0)
            continue; // this kernel has none
        CHECK((attempt == read_slabs_of_sys
            || outcome_in_command(writes, Level::landlock, User::self, attempt) == 0));
        if (has_namespaces(User::self))
            CHECK(outcome_in_command(writes, Level::namespaces, User::self, attempt) == EACCES);
    }
    CHECK(outcome_in_command(writes, Level::landlock, User::self, read_slabs_of_sys) != 0);
}

TEST_CASE("what is in memory is bounded for all processes of a command")
{
    constexpr std::int64_t most = 1 << 20;
    const Permissions bounded {.limits = {.temporary = most}};
    for (const User user : {User::self, User::nobody}) {
        if ((user == User::nobody && getuid() != 0) || !has_namespaces(user))
            continue;
        CHECK(outcome_in_command(bounded, Level::namespaces, user, fill<most / 2>) == 0);
        CHECK(outcome_in_command(bounded, Level::namespaces, user, fill<2 * most>) == ENOSPC);
        CHECK(outcome_in_command(bounded, Level::namespaces, user, make_files<100>) == 0);
        CHECK(outcome_in_command(bounded, Level::namespaces, user, make_files<300>) == ENOSPC);
        CHECK(outcome_in_command(bounded, Level::namespaces, user, make_segment<most / 2>) == 0);
        if (user == User::self && getuid() == 0) // Linux before 6.10 lets nobody else bound them
            CHECK(outcome_in_command(bounded, Level::namespaces, user, make_segment<2 * most>)
                == ENOSPC);
    }
}
