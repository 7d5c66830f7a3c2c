#include "catch.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/own_process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <ctime>
#include <functional>

using namespace toolkit::system;

// Returns the exit status of a child that computes for five seconds after `begin`.
static int status_of_computation(const std::function<void(Cancel&)>& begin)
{
    const pid_t child = fork();
    if (child == 0) {
        Cancel cancel;
        start_watchdog(5);
        begin(cancel);
        static constexpr std::clock_t long_after = 5 * CLOCKS_PER_SEC;
        while (std::clock() < long_after) { }
        _exit(0);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_CASE("a computation without a check is ended after a signal and the deadline")
{
    CHECK(status_of_computation([](Cancel& /*cancel*/) { raise(SIGTERM); }) == 128 + SIGTERM);
    CHECK(status_of_computation([](Cancel& cancel) {
        cancel.end_after(std::chrono::milliseconds(1));
    }) == 5);
    CHECK(status_of_computation([](Cancel& cancel) {
        raise(SIGTERM);
        cancel.reason(); // the cleanup may take its time
    }) == 0);
}
