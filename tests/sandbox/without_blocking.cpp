// without_blocking PROGRAM ARGUMENT…: runs a program whose stdin, stdout and stderr are
// non-blocking, as a parent with an event loop or another program at the same terminal may leave
// them. stderr is full, too, if it is a pipe.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <string>

int main(int /*argc*/, char** argv)
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    struct stat status { };
    if (fstat(STDERR_FILENO, &status) == 0 && S_ISFIFO(status.st_mode)) {
        // At once: byte by byte, a reader that keeps up would let it go on without end.
        std::string filling(static_cast<std::size_t>(fcntl(STDERR_FILENO, F_GETPIPE_SZ)), '\n');
        if (write(STDERR_FILENO, filling.data(), filling.size()) <= 0)
            return 126;
    }
    execvp(argv[1], argv + 1);
    return 127;
}
