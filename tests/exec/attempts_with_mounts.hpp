#pragma once

#include "attempts.hpp"

#include <arpa/inet.h>
#include <linux/capability.h>
#include <netinet/in.h>

using namespace toolkit::system;

// Attempts on what is protected, hidden, or in a namespace of its own.

inline int plant_hook(const Scene& scene)
{
    return opening(scene.in_workspace(".git/hooks/pre-commit"), O_WRONLY | O_CREAT);
}
inline int write_git_config(const Scene& scene)
{
    return opening(scene.in_workspace(".git/config"), O_WRONLY | O_APPEND);
}
inline int replace_git_config(const Scene& scene)
{
    return error_of(
        rename(scene.in_workspace("file").c_str(), scene.in_workspace(".git/config").c_str()));
}
inline int link_to_git_config(const Scene& scene)
{
    return error_of(
        link(scene.in_workspace(".git/config").c_str(), scene.in_workspace("config").c_str()));
}
inline int move_git_away(const Scene& scene)
{
    return error_of(rename(scene.in_workspace(".git").c_str(), scene.in_workspace("away").c_str()));
}
inline int write_object(const Scene& scene)
{
    return opening(scene.in_workspace(".git/index.lock"), O_WRONLY | O_CREAT);
}
inline int make_commondir(const Scene& scene)
{
    return opening(scene.in_workspace(".git/commondir"), O_WRONLY | O_CREAT);
}
inline int make_module(const Scene& scene)
{
    mkdir(scene.in_workspace(".git/modules").c_str(), 0700);
    return error_of(mkdir(scene.in_workspace(".git/modules/x").c_str(), 0700));
}
inline int make_attributes(const Scene& scene)
{
    mkdir(scene.in_workspace(".git/info").c_str(), 0700);
    return opening(scene.in_workspace(".git/info/attributes"), O_WRONLY | O_CREAT);
}
inline int make_remote(const Scene& scene)
{
    mkdir(scene.in_workspace(".git/remotes").c_str(), 0700);
    return opening(scene.in_workspace(".git/remotes/origin"), O_WRONLY | O_CREAT);
}
inline int plant_nested_hook(const Scene& scene)
{
    return opening(scene.in_workspace("nested/.git/hooks/pre-commit"), O_WRONLY | O_CREAT);
}
inline int write_audit(const Scene& scene)
{
    return opening(scene.in_workspace(".agentcli/log"), O_WRONLY | O_CREAT);
}
inline int write_guarded(const Scene& scene)
{
    return opening(scene.in_workspace("guarded/inner/file"), O_WRONLY);
}
inline int write_beside_guarded(const Scene& scene)
{
    return opening(scene.in_workspace("guarded/inner/other"), O_WRONLY | O_CREAT);
}
inline int move_guarded_away(const Scene& scene)
{
    return error_of(
        rename(scene.in_workspace("guarded").c_str(), scene.in_workspace("away").c_str()));
}
inline int move_inner_away(const Scene& scene)
{
    return error_of(
        rename(scene.in_workspace("guarded/inner").c_str(), scene.in_workspace("away").c_str()));
}

inline int read_private(const Scene& scene)
{
    return opening(scene.home("private/file"), O_RDONLY);
}
inline int read_key_file(const Scene& scene) { return opening(scene.home(".netrc"), O_RDONLY); }
inline int list_keys(const Scene& scene)
{
    return opening(scene.home(".ssh"), O_RDONLY | O_DIRECTORY);
}
inline int open_up_keys(const Scene& scene)
{
    return error_of(chmod(scene.home(".ssh").c_str(), 0700));
}
inline int uncover_keys(const Scene& scene)
{
    return error_of(umount2(scene.home(".ssh").c_str(), MNT_DETACH));
}
inline int remount_root(const Scene&)
{
    return error_of(mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND, nullptr));
}
inline int make_root_writable(const Scene&)
{
    mount_attr change {};
    change.attr_clr = MOUNT_ATTR_RDONLY;
    return error_of(
        syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &change, sizeof change));
}
inline int change_root(const Scene& scene)
{
    return error_of(chroot(scene.in_workspace("").c_str()));
}
inline int enter_namespace(const Scene& scene)
{
    const File there(open(proc(scene.supervisor, "ns/mnt").c_str(), O_RDONLY | O_CLOEXEC));
    return error_of(setns(there.descriptor(), 0));
}
inline int use_root_of_supervisor(const Scene& scene)
{
    return opening(proc(scene.supervisor, "root") + scene.outside("file"), O_RDONLY);
}
inline int see_the_tool(const Scene& scene) { return opening(proc(scene.tool, "stat"), O_RDONLY); }
inline int rename_itself(const Scene&) { return opening("/proc/self/comm", O_WRONLY); }
inline int write_shared_memory(const Scene&)
{
    return opening("/dev/shm/exec-promise", O_RDWR | O_CREAT);
}
inline int write_new_temporary(const Scene&)
{
    return opening("/tmp/exec-promise-" + std::to_string(getpid()), O_WRONLY | O_CREAT | O_EXCL);
}

inline int connect_to(std::uint16_t port)
{
    const File client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!client)
        return errno;
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return error_of(
        connect(client.descriptor(), reinterpret_cast<sockaddr*>(&address), sizeof address));
}
// A service of the machine: the scene's.
inline int connect_outside(const Scene& scene) { return connect_to(scene.port()); }
inline int serve_itself(const Scene&)
{
    const File server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address {};
    socklen_t size = sizeof address;
    if (!server || listen(server.descriptor(), 1) != 0
        || getsockname(server.descriptor(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
        return errno;
    return connect_to(ntohs(address.sin_port));
}
inline int hold_capabilities(const Scene&)
{
    __user_cap_header_struct header {_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct held[2] {};
    if (syscall(SYS_capget, &header, held) != 0)
        return errno;
    return (held[0].permitted | held[1].permitted | held[0].effective | held[0].inheritable) == 0
        ? EPERM
        : 0;
}
