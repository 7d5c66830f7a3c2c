#pragma once

// What the benches share that spawn programs and take the time.

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

// Microseconds from spawn to reap. `argv` ends with a null pointer; the request, which must fit
// into a pipe, is the stdin. Ends this program where the other fails.
inline double microseconds_of(char** argv, const std::string& request)
{
    int input[2];
    if (pipe2(input, O_CLOEXEC) != 0 || write(input[1], request.data(), request.size()) < 0)
        std::exit(1);
    close(input[1]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const auto begin = std::chrono::steady_clock::now();
    pid_t child = 0;
    int status = 1;
    if (posix_spawnp(&child, argv[0], &actions, nullptr, argv, environ) == 0)
        waitpid(child, &status, 0);
    const std::chrono::duration<double, std::micro> elapsed
        = std::chrono::steady_clock::now() - begin;
    posix_spawn_file_actions_destroy(&actions);
    close(input[0]);
    if (status != 0) {
        std::fprintf(stderr, "%s failed\n", argv[0]);
        std::exit(1);
    }
    return elapsed.count();
}

inline double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}
