// Landlock alone, with no filter before it: each right that it knows, of each class of tools. Where
// both layers stop something, this shows that either would.

#include "taken_over.hpp"

#include "attempts.hpp"

#include "toolkit/sandbox/landlock.hpp"

#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/un.h>

using namespace toolkit::sandbox;
using namespace toolkit::system;

namespace {

struct Right {
    const char* name;
    int abi; // from which on the kernel has it
    Outcomes outcomes; // none, read, search, write, move
    Attempt make;
};

constexpr Outcomes to_nobody(int error) { return {error, error, error, error, error}; }
constexpr Outcomes to_read {EACCES, allowed, allowed, allowed, allowed};
constexpr Outcomes to_write {EACCES, EACCES, EACCES, allowed, allowed};
constexpr Outcomes to_move {EACCES, EACCES, EACCES, EACCES, allowed};

long make_node(mode_t type) { return mknod("new", type | 0600, makedev(1, 3)); }

long control_device()
{
    int bits = 0;
    const long device = inside("random", O_RDONLY);
    return device < 0 ? device : syscall(SYS_ioctl, device, 0x80045200 /* RNDGETENTCNT */, &bits);
}

template<auto call>
long with_address()
{
    sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return call(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0),
        reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

// Of the test, by a name that is in no directory.
sockaddr_un abstract_address()
{
    static const std::string name = "taken-over-" + std::to_string(getpid());
    sockaddr_un address {};
    address.sun_family = AF_UNIX;
    name.copy(&address.sun_path[1], sizeof address.sun_path - 1);
    return address;
}

long connect_to_the_test()
{
    const sockaddr_un address = abstract_address();
    return connect(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0),
        reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

const Right rights[] = {
    {"execute", 1, to_nobody(EACCES), [] { return execl("program", "program", nullptr) + 0L; }},
    {"write_file", 1, to_write, [] { return inside("in.txt", O_WRONLY); }},
    {"read_file", 1, to_read, [] { return inside("in.txt", O_RDONLY); }},
    {"read_dir", 1, to_read, [] { return inside("dir", O_RDONLY | O_DIRECTORY); }},
    {"remove_dir", 1, to_write, [] { return rmdir("empty") + 0L; }},
    {"remove_file", 1, to_write, [] { return unlink("in.txt") + 0L; }},
    {"make_char", 1, to_nobody(EACCES), [] { return make_node(S_IFCHR); }},
    {"make_dir", 1, to_write, [] { return mkdir("new", 0700) + 0L; }},
    {"make_reg", 1, to_write, [] { return inside("new", O_WRONLY | O_CREAT); }},
    {"make_sock", 1, to_nobody(EACCES), [] { return make_node(S_IFSOCK); }},
    {"make_fifo", 1, to_nobody(EACCES), [] { return make_node(S_IFIFO); }},
    {"make_block", 1, to_nobody(EACCES), [] { return make_node(S_IFBLK); }},
    {"make_sym", 1, to_move, [] { return symlink("in.txt", "new") + 0L; }},
    {"refer", 2, to_write, [] { return rename_to("in.txt", "dir/new"); }},
    // What only reads is granted it: seccomp stops that (promises_test.cpp), and the kernel need
    // not look for it at each open.
    {"truncate", 3, to_read, [] { return truncate("in.txt", 0) + 0L; }},
    {"truncate, by opening to read", 3, to_read,
        [] { return inside("in.txt", O_RDONLY | O_TRUNC); }},
    {"bind_tcp", 4, to_nobody(EACCES), with_address<::bind>},
    {"connect_tcp", 4, to_nobody(EACCES), with_address<::connect>},
    {"ioctl_dev", 5, to_nobody(EACCES), control_device},
    {"abstract sockets", 6, to_nobody(EPERM), connect_to_the_test},
    {"signals", 6, to_nobody(EPERM), [] { return kill(getppid(), 0) + 0L; }},
};

void check_rights(uid_t user)
{
    const Ground ground;
    const TakenOver tool(ground, user);
    ground.lay_out(user);
    const bool has_device = std::filesystem::exists(ground.directory() / "root/random");
    for (const Right& right : rights)
        for (std::size_t index = 0; index < classes.size(); ++index) {
            if (right.abi > landlock::abi() || (right.make == control_device && !has_device))
                continue;
            INFO(classes[index].name << ": " << right.name);
            CHECK(words_for(tool.outcome(classes[index].sandbox, right.make, Layers::landlock))
                == words_for(right.outcomes[index]));
        }
}

}

TEST_CASE("each right of Landlock is with the classes that need it")
{
    const File service(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_un address = abstract_address();
    REQUIRE(bind(service.descriptor(), reinterpret_cast<const sockaddr*>(&address), sizeof address)
        == 0);
    REQUIRE(listen(service.descriptor(), 1) == 0);
    check_rights(ordinary_user());
    if (geteuid() == 0)
        check_rights(0);
}
