#include "catch.hpp"
#include "scene.hpp"

#include "tools/exec/git/removal.hpp"

#include <fcntl.h>

#include <atomic>
#include <cstdio>
#include <thread>

using namespace exec::git;
using namespace exec::sandbox;
using namespace toolkit::system;

// What a command left in its temporary directory is removed by the tool, which may be root:
// whatever its user does meanwhile, root does nothing there that the user could not do.

constexpr auto never = std::chrono::steady_clock::time_point::max();

static mode_t mode_of(const std::string& path)
{
    struct stat status { };
    return stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

static File opened_directory(const std::string& path)
{
    return File(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

TEST_CASE("no link is followed that is swapped in while the content is removed")
{
    const Scene scene(User::self);
    const std::string victim = scene.outside("file");
    const std::string directory = scene.in_workspace("nested");
    const std::string inner = directory + "/inner";
    const std::string other = scene.in_workspace("other");
    chmod(victim.c_str(), 0604);
    const File opened = opened_directory(directory);
    std::atomic<bool> is_done = false;
    std::thread swapping([&] {
        while (!is_done) {
            std::error_code ignored;
            std::filesystem::remove_all(other, ignored);
            (void)!symlink(victim.c_str(), other.c_str());
            mkdir(inner.c_str(), 0700);
            const File kept(open((inner + "/kept").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
            for (int times = 0; times < 50; ++times)
                if (renameat2(AT_FDCWD, inner.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE)
                    != 0)
                    break;
        }
    });
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
    while (std::chrono::steady_clock::now() < end && mode_of(victim) == 0604)
        remove_content(opened, std::nullopt, never);
    is_done = true;
    swapping.join();
    CHECK(mode_of(victim) == 0604);
}

TEST_CASE("however deep and however closed, all of it is removed")
{
    const Scene scene(User::self);
    std::string path = scene.in_workspace("deep");
    mkdir(path.c_str(), 0700);
    const File top = opened_directory(path);
    for (int depth = 0; depth < 300; ++depth) {
        path += "/d";
        mkdir(path.c_str(), 0700);
        const File made(open((path + "/file").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0));
    }
    chmod(scene.in_workspace("deep/d/d").c_str(), 0);
    chmod(scene.in_workspace("deep").c_str(), 0);
    remove_content(top, std::nullopt, never);
    CHECK(rmdir(scene.in_workspace("deep").c_str()) == 0);
}

TEST_CASE("root removes for a user what the user could remove, and nothing else")
{
    if (getuid() != 0)
        return;
    const Scene scene(User::self);
    const std::string directory = scene.in_workspace("given");
    const std::string foreign
        = directory + "/foreign"; // sticky: others may add to it, and remove their own
    const Account account {id_of_nobody, id_of_nobody};
    mkdir(directory.c_str(), 0700);
    mkdir(foreign.c_str(), 0700);
    mkdir((directory + "/own").c_str(), 0700);
    const File made(open((foreign + "/of-root").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    chmod(foreign.c_str(), 01777);
    for (const std::string& path : {directory, directory + "/own"})
        CHECK(chown(path.c_str(), account.user, account.group) == 0);
    remove_content(opened_directory(directory), account, never);
    CHECK(access((foreign + "/of-root").c_str(), F_OK) == 0);
    CHECK(mode_of(foreign) == 01777);
    CHECK(geteuid() == 0);
    CHECK(access("/etc/shadow", R_OK) == 0);
}
