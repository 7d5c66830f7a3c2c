// turns RESET [-- NAME INPUT OUTPUT COMMAND [ARGUMENT]…]…: what the first command costs against
// each of the others, spawn to reap, in one run: they take turns, so that a machine that slows down
// slows all. Each reads the file INPUT and writes the file OUTPUT; before each, untimed, the shell
// runs RESET. Prints the ratios of the medians: of the time that passed, and of the time that
// processors spent; and the memory that each took at its peak. 11 rounds after one that does not
// count, or as many as ROUNDS says; 300 seconds at most.

#include "call.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using Clock = std::chrono::steady_clock;

struct Contestant {
    char* name;
    char* input;
    char* output;
    char** argv; // ends with a null pointer
    std::vector<double> passed = {}; // milliseconds
    std::vector<double> spent = {};
    std::vector<double> peak = {}; // megabytes
};

static double milliseconds(const timeval& time)
{
    return 1e3 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e3;
}

[[noreturn]] static void fail(const char* what, const char* name)
{
    std::fprintf(stderr, "turns: %s failed%s%s\n", what, *name == '\0' ? "" : ": ", name);
    std::exit(1);
}

static void call(Contestant& contestant, const char* reset)
{
    if (std::system(reset) != 0)
        fail("the reset", "");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, contestant.input, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(
        &actions, STDOUT_FILENO, contestant.output, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    // What the errors of all say is no matter here, and a terminal is no fair place to write it to.
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    const auto begin = Clock::now();
    pid_t child = 0;
    int status = 0;
    rusage usage {};
    if (posix_spawnp(&child, contestant.argv[0], &actions, nullptr, contestant.argv, environ) != 0
        || wait4(child, &status, 0, &usage) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
        fail("a command", contestant.name);
    const std::chrono::duration<double, std::milli> elapsed = Clock::now() - begin;
    posix_spawn_file_actions_destroy(&actions);
    contestant.passed.push_back(elapsed.count());
    contestant.spent.push_back(milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime));
    contestant.peak.push_back(static_cast<double>(usage.ru_maxrss) / 1024);
}

static std::vector<Contestant> contestants_of(int argc, char** argv)
{
    std::vector<Contestant> contestants;
    for (int index = 2; index < argc; ++index) {
        if (std::string_view(argv[index]) != "--")
            continue;
        argv[index] = nullptr; // the end of the command before
        if (index + 4 >= argc)
            fail("the command line", "");
        contestants.push_back(
            {argv[index + 1], argv[index + 2], argv[index + 3], argv + index + 4});
    }
    return contestants;
}

int main(int argc, char** argv)
{
    auto contestants = contestants_of(argc, argv);
    if (contestants.size() < 2)
        return 2;
    const int rounds = std::getenv("ROUNDS") != nullptr ? std::atoi(std::getenv("ROUNDS")) : 11;
    const auto end = Clock::now() + std::chrono::seconds(300);
    for (int round = 0; round <= rounds && (round < 2 || Clock::now() < end); ++round) {
        for (auto& contestant : contestants)
            call(contestant, argv[1]);
        if (round == 0)
            for (auto& contestant : contestants) {
                contestant.passed.clear();
                contestant.spent.clear();
                contestant.peak.clear();
            }
    }
    const Contestant& ours = contestants.front();
    for (std::size_t index = 1; index < contestants.size(); ++index) {
        const Contestant& peer = contestants[index];
        std::printf("%9.2f ms against %9.2f  %5.2f  (processor time %5.2f, %.1f MB against %.1f)  "
                    "%s against %s\n",
            median(ours.passed), median(peer.passed), median(ours.passed) / median(peer.passed),
            median(ours.spent) / std::max(median(peer.spent), 0.001), median(ours.peak),
            median(peer.peak), ours.name, peer.name);
    }
}
