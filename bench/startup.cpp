// startup EMPTY TOOL REQUEST [TOOL REQUEST]…: what one call of a tool costs, spawn to reap, against an empty
// static C program, in one run: the programs take turns, so that a machine that slows down slows both. Prints
// for each the median in microseconds and the ratio of the medians. 1,000 rounds, or as many as ROUNDS says.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

struct Program {
    std::string path;
    std::string request;
    std::vector<double> microseconds = {};
};

static void call(Program& program)
{
    int input[2];
    if (pipe2(input, O_CLOEXEC) != 0 || write(input[1], program.request.data(), program.request.size()) < 0)
        std::exit(1);
    close(input[1]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    char* argv[] = {program.path.data(), nullptr};
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    int status = 1;
    if (posix_spawn(&child, argv[0], &actions, nullptr, argv, environ) == 0)
        waitpid(child, &status, 0);
    const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - begin;
    posix_spawn_file_actions_destroy(&actions);
    close(input[0]);
    if (status != 0) {
        std::fprintf(stderr, "startup: %s failed\n", program.path.c_str());
        std::exit(1);
    }
    program.microseconds.push_back(elapsed.count());
}

static double median(std::vector<double> values)
{
    std::nth_element(
        values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

int main(int argc, char** argv)
{
    if (argc < 2 || argc % 2 != 0)
        return 2;
    const int rounds = std::getenv("ROUNDS") != nullptr ? std::atoi(std::getenv("ROUNDS")) : 1000;
    for (int index = 2; index < argc; index += 2) {
        Program empty {argv[1], ""};
        Program tool {argv[index], argv[index + 1]};
        for (int round = 0; round < rounds; ++round) {
            call(empty);
            call(tool);
        }
        const double here = median(tool.microseconds);
        const double floor = median(empty.microseconds);
        std::printf("%8.0f us against %6.0f  %5.2f  %s\n", here, floor, here / floor,
            tool.path.substr(tool.path.rfind('/') + 1).c_str());
    }
}
