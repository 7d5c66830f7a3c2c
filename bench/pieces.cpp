// pieces SIZE COMMAND [ARGUMENT]…: runs the command and gives it stdin in so many bytes at a time:
// each of its reads returns one piece.

#include <cstdio>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv)
{
    if (argc < 3)
        return 2;
    std::string piece(std::strtoul(argv[1], nullptr, 10), '\0');
    int ends[2];
    if (pipe2(ends, O_DIRECT | O_CLOEXEC) != 0) // packets: pipe(7)
        return 2;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    pid_t child = 0;
    if (posix_spawnp(&child, argv[2], &actions, nullptr, argv + 2, environ) != 0)
        return 2;
    close(ends[0]);
    while (const std::size_t size = std::fread(piece.data(), 1, piece.size(), stdin))
        if (write(ends[1], piece.data(), size) < 0)
            return 2;
    close(ends[1]);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
