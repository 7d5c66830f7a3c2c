// exec REQUEST FLOOR [ARGUMENT …] + RIVAL [ARGUMENT …] + OURS [ARGUMENT …] [+ OURS …]: what each command line
// costs over FLOOR, spawn to reap, in one run, taking turns; REQUEST is the stdin of all. Prints for each the
// median in microseconds, what of it is over the floor's, and that as a share of the rival's. 500 rounds, or as
// many as ROUNDS says.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

struct Program {
    std::vector<char*> arguments = {};
    std::vector<double> microseconds = {};
};

static std::vector<Program> programs_of(int argc, char** argv)
{
    std::vector<Program> programs(1);
    for (int index = 2; index < argc; ++index)
        if (std::string_view(argv[index]) == "+")
            programs.emplace_back();
        else
            programs.back().arguments.push_back(argv[index]);
    for (Program& program : programs)
        program.arguments.push_back(nullptr);
    return programs;
}

static void call(Program& program, const std::string& request)
{
    int input[2];
    if (pipe2(input, O_CLOEXEC) != 0 || write(input[1], request.data(), request.size()) < 0)
        std::exit(1);
    close(input[1]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    char** argv = program.arguments.data();
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    int status = 1;
    if (posix_spawnp(&child, argv[0], &actions, nullptr, argv, environ) == 0)
        waitpid(child, &status, 0);
    const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - begin;
    posix_spawn_file_actions_destroy(&actions);
    close(input[0]);
    if (status != 0) {
        std::fprintf(stderr, "exec: %s failed\n", argv[0]);
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
    std::vector<Program> programs = programs_of(argc, argv);
    if (programs.size() < 3)
        return 2;
    const int rounds = std::getenv("ROUNDS") != nullptr ? std::atoi(std::getenv("ROUNDS")) : 500;
    for (int round = 0; round < rounds; ++round)
        for (Program& program : programs)
            call(program, argv[1]);
    const double floor = median(programs[0].microseconds);
    const double rival = median(programs[1].microseconds) - floor;
    for (const Program& program : programs) {
        const double here = median(program.microseconds);
        std::printf("%8.0f us, %6.0f over the floor, %5.2f of the rival's  ", here, here - floor,
            (here - floor) / rival);
        for (std::size_t index = 0; index < 2 && program.arguments[index] != nullptr; ++index)
            std::printf(" %s", program.arguments[index]);
        std::printf("\n");
    }
}
