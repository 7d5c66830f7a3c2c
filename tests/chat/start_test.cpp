#include "catch.hpp"

#include "frontends/screen/start.hpp"
#include "frontends/screen/terminal_modes.hpp"
#include "toolkit/system/error.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace frontends::screen;

namespace {

// What stands wrong with the screen that was started, as the exit status of this process.
enum Wrong {
    nothing,
    not_started,
    has_environment,
    has_descriptors,
    not_raw,
    not_ended,
    not_restored
};

Wrong wrong_of(const Started& started)
{
    const std::string place = "/proc/" + std::to_string(started.process);
    if (geteuid() == 0) { // others may not look
        std::ifstream in(place + "/environ");
        const std::string environment {std::istreambuf_iterator<char>(in), {}};
        if (environment.find("SECRET") != std::string::npos)
            return has_environment;
        std::size_t count = 0;
        for ([[maybe_unused]] const auto& entry :
            std::filesystem::directory_iterator(place + "/fd"))
            ++count;
        if (count != 3) // terminal, socket, signals
            return has_descriptors;
    }
    // It leaves the terminal alone until the engine has spoken, and draws the prompt once it has
    // set the modes.
    termios before {};
    tcgetattr(0, &before);
    if (before.c_lflag != started.at_start.c_lflag
        || write(started.socket.descriptor(), "{}\n", 3) != 3)
        return not_raw;
    std::string drawn;
    while (drawn.find("\033[?2026l") == std::string::npos) {
        pollfd watched {3, POLLIN, 0};
        char byte = 0;
        if (poll(&watched, 1, 5000) != 1 || read(3, &byte, 1) != 1)
            return not_raw;
        drawn += byte;
    }
    termios modes {};
    tcgetattr(0, &modes);
    return (modes.c_lflag & ICANON) == 0 ? nothing : not_raw;
}

Wrong started_on(int master, int slave)
{
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    for (const int descriptor : {0, 1, 2})
        dup2(slave, descriptor);
    dup2(master, 3);
    setenv("AGENTCLI_TEST", "SECRET", 1);
    Started started = start();
    if (const Wrong wrong = wrong_of(started); wrong != nothing)
        return wrong;
    started.socket.close(); // the end of the engine
    int status = 0;
    if (waitpid(started.process, &status, 0) < 0 || status != 0)
        return not_ended;
    termios modes {};
    tcgetattr(0, &modes);
    return modes.c_lflag == started.at_start.c_lflag ? nothing : not_restored;
}

}

TEST_CASE("the screen starts without the environment and without what else is open")
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        return; // a machine without pseudo-terminals
    const int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    const pid_t child = fork();
    if (child == 0) {
        try {
            _exit(started_on(master, slave));
        } catch (const toolkit::ToolError&) {
            _exit(not_started);
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(status >> 8 == nothing);
    close(master);
    close(slave);
}
