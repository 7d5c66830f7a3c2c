#include "namespaces.hpp"

#include "privileges.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <string>

namespace exec::sandbox {

namespace {

void write_setting(const char* path, const std::string& text)
{
    const File file(open(path, O_WRONLY | O_CLOEXEC));
    if (!file || write(file.descriptor(), text.data(), text.size()) < 0)
        throw unavailable(std::string("a user namespace, ") + (path + std::strlen("/proc/self/")));
}

void start_loopback()
{
    const File any(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq request {};
    std::strcpy(request.ifr_name, "lo");
    request.ifr_flags = IFF_UP | IFF_RUNNING;
    if (ioctl(any.descriptor(), SIOCSIFFLAGS, &request) != 0)
        throw unavailable("the loopback device");
}

}

Namespaces::Namespaces(Network network)
    : has_network(network == Network::off)
    , has_users(!may_administer())
    , user(geteuid())
    , group(getegid())
{
}

pid_t Namespaces::fork_into() const
{
    const unsigned long flags = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS
        | (has_network ? CLONE_NEWNET : 0) | (has_users ? CLONE_NEWUSER : 0);
    // clone3 would not do: a container's filter cannot read its flags, and so denies it.
    const long process = syscall(SYS_clone, flags | SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (process < 0)
        throw unavailable(has_users ? "clone, with a user namespace" : "clone");
    return static_cast<pid_t>(process);
}

void Namespaces::settle() const
{
    if (has_users) {
        write_setting("/proc/self/setgroups", "deny");
        write_setting(
            "/proc/self/uid_map", std::to_string(user) + " " + std::to_string(user) + " 1");
        write_setting(
            "/proc/self/gid_map", std::to_string(group) + " " + std::to_string(group) + " 1");
    }
    if (has_network)
        start_loopback();
}

ToolError unavailable(const std::string& step)
{
    return {Code::sandbox_unavailable,
        system::system_error("the sandbox can't be had: " + step).message};
}

}
