// What a tool that has the network (fetch_url) comes to after it was taken over: it opens TCP
// connections to its ports, reads the files that tell how names are looked up, and that is all.

#include "taken_over.hpp"

#include "toolkit/sandbox/landlock.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>

namespace {

constexpr std::uint16_t open_port = 1; // nobody listens there
constexpr std::uint16_t closed_port = 2;
constexpr int mptcp = 262; // IPPROTO_MPTCP

Sandbox with_network()
{
    return {.threads = Threads::many, .network = Network::tcp, .ports = {open_port}};
}

long make_socket(int family, int type, int protocol = 0)
{
    return syscall(SYS_socket, family, type, protocol);
}

long connect_to(std::uint16_t port, int type = SOCK_STREAM)
{
    sockaddr_in place {};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return syscall(SYS_connect, make_socket(AF_INET, type), &place, sizeof place);
}

// With the flags in this argument.
long send_at_once(long call, int argument)
{
    return argument == 2 ? syscall(call, 0, nullptr, MSG_FASTOPEN)
                         : syscall(call, 0, nullptr, 0, MSG_FASTOPEN, nullptr, 0);
}

long open_to_read(const char* path, int flags = O_RDONLY)
{
    return syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
}

struct NetworkRow {
    const char* attempt;
    int outcome;
    Attempt make;
};

// clang-format off
const NetworkRow network_rows[] = {
    {"make an IPv4 socket", allowed, [] { return make_socket(AF_INET, SOCK_STREAM); }},
    {"make an IPv6 socket", allowed, [] { return make_socket(AF_INET6, SOCK_DGRAM, IPPROTO_UDP); }},
    {"connect to a port of the list", ECONNREFUSED, [] { return connect_to(open_port); }},
    {"connect to the port of DNS", ECONNREFUSED, [] { return connect_to(53); }},
    {"connect to another port", EACCES, [] { return connect_to(closed_port); }},
    {"speak UDP", allowed, [] { return connect_to(closed_port, SOCK_DGRAM); }},
    {"wait", allowed, [] { return syscall(SYS_epoll_create1, 0); }},
    {"start a thread", allowed, start_thread},
    {"read how names are looked up", allowed, [] { return open_to_read("/etc/hosts"); }},
    {"look at a name", allowed, [] { return look_at_name("/etc/passwd"); }},

    {"connect along with data", trapped, [] { return send_at_once(SYS_sendto, 3); }},
    {"connect along with a message", trapped, [] { return send_at_once(SYS_sendmsg, 2); }},
    {"connect along with messages", trapped, [] { return send_at_once(SYS_sendmmsg, 3); }},
    {"make a socket of MPTCP", EACCES, [] { return make_socket(AF_INET, SOCK_STREAM, mptcp); }},
    {"make a socket of SCTP", EACCES, [] { return make_socket(AF_INET, SOCK_SEQPACKET); }},
    {"make a socket of DCCP", EACCES, [] { return make_socket(AF_INET, SOCK_DCCP); }},
    {"make a raw socket", EACCES, [] { return make_socket(AF_INET, SOCK_RAW, IPPROTO_TCP); }},
    {"make a socket to ping", EACCES, [] { return make_socket(AF_INET, SOCK_DGRAM, 1); }},
    {"make a local socket", EACCES, [] { return make_socket(AF_UNIX, SOCK_STREAM); }},
    {"make a netlink socket", EACCES, [] { return make_socket(AF_NETLINK, SOCK_DGRAM); }},
    {"make a packet socket", EACCES, [] { return make_socket(AF_PACKET, SOCK_DGRAM); }},
    {"make a socket to the hypervisor", EACCES, [] { return make_socket(AF_VSOCK, SOCK_STREAM); }},
    {"wait for connections", trapped, [] { return syscall(SYS_listen, 0, 1); }},
    {"take a port", trapped, [] { return syscall(SYS_bind, 0, nullptr, 0); }},
    {"accept a connection", trapped, [] { return syscall(SYS_accept4, 0, nullptr, nullptr, 0); }},

    {"read another file of the system", EACCES, [] { return open_to_read("/etc/passwd"); }},
    {"read the workspace", EACCES, [] { return open_to_read("in.txt"); }},
    {"list a directory", EACCES, [] { return open_to_read("/etc", O_RDONLY | O_DIRECTORY); }},
    {"write", EACCES, [] { return open_to_read("/etc/hosts", O_WRONLY); }},
    {"create a file", EACCES, [] { return open_to_read("new", O_RDWR | O_CREAT); }},
    {"read its environment as a file", EACCES, [] { return open_to_read("/proc/self/environ"); }},
    {"open by openat2", trapped, [] { return open_by_openat2(AT_FDCWD, "/etc/hosts", O_RDONLY); }},
    {"remove a file", trapped, [] { return syscall(SYS_unlinkat, AT_FDCWD, "in.txt", 0); }},
    {"start a program", trapped, [] { return syscall(SYS_execve, "/bin/true", nullptr, nullptr); }},
    {"fork", trapped, [] { return fork_by_clone(SIGCHLD); }},
    {"map memory to run it", trapped, [] { return map_to_run(PROT_READ | PROT_EXEC); }},
    {"type into a terminal", trapped, [] { return syscall(SYS_ioctl, 0, TIOCSTI, "x"); }},
    {"use io_uring", trapped, [] { return syscall(SYS_io_uring_setup, 1, nullptr); }},
    {"signal its parent", trapped, [] { return syscall(SYS_kill, getppid(), 0); }},
};
// clang-format on

constexpr int abi_with_ports = 4;

}

TEST_CASE("a tool that has the network and was taken over reaches its ports alone")
{
    const Ground ground;
    for (const uid_t user : {ordinary_user(), geteuid()}) {
        const TakenOver tool(ground, user);
        for (const NetworkRow& row : network_rows) {
            const bool is_about_ports = row.attempt == std::string_view("connect to another port");
            if (is_about_ports && landlock::abi() < abi_with_ports)
                continue;
            INFO(row.attempt);
            CHECK(words_for(tool.outcome(with_network(), row.make)) == words_for(row.outcome));
        }
    }
}
