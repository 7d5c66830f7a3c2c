// without_blocking PROGRAM ARGUMENT…: runs a program whose stdin, stdout and stderr are
// non-blocking, as a parent with an event loop or another program at the same terminal may leave
// them. stderr is full, too, if it is a pipe.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

int main(int /*argc*/, char** argv)
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    struct stat status { };
    if (fstat(STDERR_FILENO, &status) == 0 && S_ISFIFO(status.st_mode))
        for (const char byte = '\n'; write(STDERR_FILENO, &byte, 1) == 1;) { }
    execvp(argv[1], argv + 1);
    return 127;
}
