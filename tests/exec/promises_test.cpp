#include "attempts.hpp"
#include "catch.hpp"
#include "scene.hpp"

#include <cerrno>
#include <cstring>

// A promise of the sandbox: under these permissions, this attempt comes to this errno, 0 for what must be
// allowed.
struct Promise {
    const char* sentence;
    Permissions permissions;
    Attempt attempt;
    int outcome;
};

static const Permissions reads {.policy = Policy::read_only};
static const Permissions writes {.policy = Policy::workspace_write};
static const Permissions online {.policy = Policy::workspace_write, .network = Network::on};
static const Permissions with_unix {.policy = Policy::workspace_write, .unix_sockets = true};
static const Permissions anything {.policy = Policy::unrestricted};

static const Promise promises[] = {
    {"a file of the workspace can be read", reads, read_inside, 0},
    {"and one outside it", reads, read_outside, 0},
    {"a file of the workspace can be written", writes, write_inside, 0},
    {"not under read-only", reads, write_inside, EACCES},
    {"nor truncated under read-only", reads, truncate_inside, EACCES},
    {"nor its mode changed under read-only", reads, chmod_inside, EPERM},
    {"nor its times", reads, touch_inside, EPERM},
    {"nor its flags", reads, chattr_inside, EPERM},
    {"a temporary file can be written", writes, write_temporary, 0},
    {"also under read-only", reads, write_temporary, 0},
    {"but not beside its directory", writes, write_beside_temporary, EACCES},
    {"a file outside can't be written", writes, write_outside, EACCES},
    {"nor through a link", writes, write_by_link, EACCES},
    {"nor through /proc", writes, write_by_proc, EACCES},
    {"nor made", writes, make_outside, EACCES},
    {"nor truncated", writes, truncate_outside, EACCES},
    {"nor truncated by opening it to read", writes, truncate_by_opening, EACCES},
    {"nor removed", writes, remove_outside, EACCES},
    {"nor moved in", writes, move_in, EACCES},
    {"nor replaced by moving one out", writes, move_out, EACCES},
    {"nor linked to from the workspace", writes, link_in, EXDEV},
    {"no directory is made outside", writes, mkdir_outside, EACCES},
    {"no FIFO either", writes, mkfifo_outside, EACCES},
    {"a gap: metadata-outside-writable", writes, chmod_outside, 0},
    {"none under read-only", reads, chmod_outside, EPERM},
    {"flags of files can't be changed", writes, chattr_outside, EPERM},
    {"nor subvolumes made of any directory", writes, snapshot_workspace, EPERM},
    {"a gap: hard-links-lead-outside", writes, write_hard_link_outside, 0},
    {"none under read-only", reads, write_hard_link_outside, EACCES},
    {"unrestricted restricts nothing", anything, write_outside, 0},

    {"the home can be read", writes, read_home, 0},
    {"its keys can't", writes, read_key, EACCES},
    {"nor by way of /proc", writes, read_key_by_proc, EACCES},
    {"nor by a link", writes, read_key_by_link, EACCES},
    {"nor by opening the directory first", writes, read_key_at, EACCES},
    {"a gap: file-names-visible", writes, stat_key, 0},

    {"/dev/null can be written", reads, write_null, 0},
    {"/dev/urandom can be read", reads, read_random, 0},
    {"a terminal can't be opened", writes, open_terminal, EACCES},
    {"no new one made", writes, open_ptmx, EACCES},
    {"shared memory is not shared", writes, open_shared_memory, EACCES},
    {"the kernel's settings can't be written", writes, write_core_pattern, EACCES},

    {"no socket reaches out", writes, socket_of<AF_INET>, EACCES},
    {"of any family", writes, socket_of<AF_INET6>, EACCES},
    {"nor to the kernel", writes, socket_of<AF_NETLINK>, EACCES},
    {"nor past the network", writes, socket_of<AF_PACKET>, EACCES},
    {"nor to the hypervisor", writes, socket_of<AF_VSOCK>, EACCES},
    {"nor to the kernel's ciphers", writes, socket_of<AF_ALG>, EACCES},
    {"nor to a service of the user", writes, socket_of<AF_UNIX>, EACCES},
    {"the network can be on", online, socket_of<AF_INET>, 0},
    {"which is no way to a service of the user", online, socket_of<AF_UNIX>, EACCES},
    {"nor past the network", online, socket_of<AF_PACKET>, EACCES},
    {"a gap: unix-sockets-reachable", with_unix, socket_of<AF_UNIX>, 0},
    {"which is no network", with_unix, socket_of<AF_INET>, EACCES},
    {"two processes can have a stream between them", writes, pair_of<SOCK_STREAM>, 0},
    {"or packets", writes, pair_of<SOCK_SEQPACKET>, 0},
    {"datagrams could be sent elsewhere", writes, pair_of<SOCK_DGRAM>, EACCES},
    {"so could raw ones, which are the same", writes, pair_of<SOCK_RAW>, EACCES},

    {"a command can signal its children", writes, signal_child, 0},
    {"not its keeper", writes, signal_keeper, EPERM},
    {"nor the tool", writes, signal_tool, EPERM},
    {"under read-only neither", reads, signal_keeper, EPERM},
    {"a gap: keeper-can-be-killed", anything, signal_keeper, 0},
    {"its keeper can't be traced", writes, trace_keeper, EPERM},
    {"nor its memory read", writes, read_keepers_memory, EPERM},
    {"nor by /proc", writes, open_keepers_memory, EACCES},
    {"nor its environment", writes, open_keepers_environment, EACCES},
    {"nor its descriptors", writes, look_at_keepers_descriptors, EACCES},
    {"nor taken from it", writes, take_keepers_descriptor, EPERM},
    {"nor can it be starved by limits", writes, limit_keeper, EPERM},
    {"nor by priority", writes, slow_keeper, EPERM},
    {"a command can limit itself", writes, limit_itself, 0},
    {"a crash is kept from everybody", writes, leave_a_core, 0},
    {"and trace its children", writes, trace_child, 0},

    {"no file system is mounted", writes, mount_something, EPERM},
    {"no namespace made", writes, unshare_user, EPERM},
    {"by neither call", writes, clone_user, EPERM},
    {"whose newest form is said to be missing", writes, clone3_anything, ENOSYS},
    {"no io_uring", writes, use_io_uring, ENOSYS},
    {"no keyring", writes, use_keyring, EPERM},
    {"no bpf", writes, use_bpf, EPERM},
    {"no file opened by its number", writes, open_by_handle, EPERM},
    {"no System V memory", writes, use_shared_memory, EACCES},
    {"no message queue", writes, use_message_queue, EACCES},
    {"nothing typed into a terminal", writes, type_into_terminal, EPERM},
    {"by whatever spelling of the number", writes, type_with_high_bits, EPERM},
    {"no device made", writes, make_device, EPERM},
    {"no owner changed to another", writes, give_file_away, EPERM},
    {"no other user become", writes, become_root_again, EPERM},
    {"a program can be started", reads, run_true, 0},
};

static void check_all(User user)
{
    for (const Promise& promise : promises) {
        INFO(promise.sentence << " (" << (&promise - promises) << ")");
        const int outcome = outcome_in_command(promise.permissions, user, promise.attempt);
        INFO("expected " << std::strerror(promise.outcome) << ", got " << outcome << " "
                         << std::strerror(outcome));
        CHECK(outcome == promise.outcome);
    }
}

TEST_CASE("what the sandbox promises holds for whoever runs it") { check_all(User::self); }

TEST_CASE("what the sandbox promises holds for an ordinary user")
{
    if (getuid() == 0)
        check_all(User::nobody);
}
